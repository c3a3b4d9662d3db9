// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/fitted_types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/characters.hpp"
#include "model/schema/fill_values.hpp"
#include "model/schema/format_facts.hpp"
#include "model/values/numbers.hpp"
#include "model/values/values.hpp"
#include "model/view/view_source.hpp"
#include "ncf/error.hpp"
#include "ops/output/attribute_changes.hpp"
#include "ops/report/quantities.hpp"
#include "ops/select/subset.hpp"
#include "ops/values/number_conversion.hpp"
#include "store/zarr/metadata/element.hpp"

namespace ncf::ops {
namespace {

using model::Attribute;
using model::Type;
using model::TypeClass;
using model::TypeRef;
using model::Values;
using model::Variable;
using model::VariableId;

// ---- Values of attributes as texts, for formats that have no better type for them ---------------

/// Returns the name of the member with a value, or the value's number if there is none.
std::string member_name(const Type& enumeration, const std::byte* value) {
  const std::size_t bytes = enumeration.size_bytes;
  for (const model::EnumMember& member : enumeration.members) {
    if (std::equal(value, value + bytes, member.value.data())) return member.name;
  }
  Values number(enumeration.base, 1);
  std::memcpy(number.data(), value, bytes);
  return fmt::format("{}", model::to_doubles(number).front());
}

/// Returns the names of an enumeration's values, each a string; the number of a value without one.
Values member_names(const Values& values) {
  const Type& type = *values.type();
  Values names(model::atomic_type(TypeClass::string), values.count());
  for (std::size_t i = 0; i < values.count(); ++i) {
    model::store(names.data() + i * sizeof(char*),
                 model::allocate_string(member_name(type, values.data() + i * type.size_bytes)));
  }
  return names;
}

/// Returns strings as the lines of a text. throws: Error(unsupported) if one has several lines.
Values joined_lines(const Values& strings) {
  const std::vector<std::string_view> lines = model::texts_of(strings);
  const auto has_lines = [](std::string_view text) { return text.find('\n') != text.npos; };
  if (lines.size() > 1 && std::ranges::any_of(lines, has_lines)) {
    throw Error(ErrorCode::unsupported,
                "several strings, of which one has several lines, cannot become one text; choose "
                "-k netCDF-4");
  }
  return model::text_values(fmt::format("{}", fmt::join(lines, "\n")));
}

/// Returns the JSON of booleans.
std::string boolean_json(const Values& values) {
  std::string json;
  for (std::size_t i = 0; i < values.count(); ++i) {
    json += i > 0 ? "," : "";
    json += values.data()[i] == std::byte{0} ? "false" : "true";
  }
  return values.count() == 1 ? json : "[" + json + "]";
}

/// Returns a name as a word of `flag_meanings`: letters, digits and some other characters.
/// source: CF conventions 1.11, section 3.5
std::string as_word(std::string name) {
  constexpr std::string_view allowed = "_-.+@";
  for (char& c : name) {
    const bool is_plain =
        base::is_letter(c) || base::is_digit(c) || static_cast<signed char>(c) < 0;
    if (!is_plain && allowed.find(c) == std::string_view::npos) c = '_';
  }
  return name;
}

// ---- Types --------------------------------------------------------------------------------------

bool has_type(Format format, const Type& type) {
  if (format == Format::nczarr) return type.is_atomic();
  if (is_plain_zarr(format)) return store::zarr::has_element(type);
  return type.type_class <= model::facts_of(format).largest_type;
}

TypeClass larger(TypeClass integer) {
  if (integer == TypeClass::ubyte) return TypeClass::short_;
  return integer == TypeClass::ushort ? TypeClass::int_ : TypeClass::double_;
}

/// Returns null if the format has the type, or none that is near.
TypeRef nearest_type(Format format, const Type& type) {
  if (has_type(format, type)) return nullptr;
  if (type.type_class == TypeClass::enumeration) {
    const TypeRef nearest = nearest_type(format, *type.base);
    return nearest ? nearest : type.base;
  }
  if (type.is_integer()) return model::atomic_type(larger(type.type_class));
  return is_plain_zarr(format) ? store::zarr::find_complex(type) : nullptr;
}

const TypeRef& number_type(const Values& values) {
  const TypeRef& type = values.type();
  return type->type_class == TypeClass::enumeration ? type->base : type;
}

Values as_numbers(const Values& values) { return model::as_type(values, number_type(values)); }

std::shared_ptr<const Values> shared(Values values) {
  return std::make_shared<const Values>(std::move(values));
}

// ---- The change of a schema ---------------------------------------------------------------------

class TypeFitter {
 public:
  TypeFitter(Format format, const model::Schema& input)
      : format_(format), view_(model::all_of(input)) {}

  void fit(Subset& source) {
    const UsedTypes before(source.schema);
    for (model::GroupId id = 0; id < source.schema.groups.size(); ++id) {
      fit_attributes(source.schema.groups[id].attributes, source.schema.group_path(id), nullptr);
    }
    for (VariableId id = 0; id < source.schema.variables.size(); ++id) fit_variable(source, id);
    const UsedTypes after(source.schema);
    std::erase_if(source.schema.types, [&](const model::UserType& type) {
      return before.has(type.type) && !after.has(type.type);
    });
  }

  void tell(std::vector<std::string>& notes) const {
    for (const auto& [change, paths] : variables_) note_few(notes, change, paths);
    attributes_.tell(notes);
  }

  /// Returns the input with the new types.
  std::unique_ptr<model::Source> fitted(std::unique_ptr<model::Source> input) && {
    if (variables_.empty()) return input;
    return std::make_unique<model::ViewSource>(std::move(input), std::move(view_));
  }

 private:
  void fit_variable(Subset& source, VariableId id) {
    Variable& variable = source.schema.variables[id];
    const std::string path = source.schema.variable_path(id);
    if (const TypeRef type = nearest_type(format_, *variable.type)) {
      variables_[describe(*variable.type, *type)].push_back(path);
      change_type(variable, source.input_ids[id], type);
      find_type(source.schema, variable);
    }
    fit_attributes(variable.attributes, path, variable.type.get());
    Variable& in_input = view_.schema.variables[source.input_ids[id]];
    in_input.type = variable.type;
    in_input.attributes = variable.attributes;
    in_input.byte_order = variable.byte_order;
    in_input.stored_fill = variable.stored_fill;
  }

  [[nodiscard]] std::string describe(const Type& was, const Type& is) const {
    const std::string_view format = format_name(format_);
    if (was.type_class == TypeClass::enumeration) {
      return fmt::format(
          "values become integers, with flag_values and flag_meanings, because {} has no {}",
          format, store::zarr::is_boolean(was) ? "booleans" : "enumerations");
    }
    if (was.type_class == TypeClass::compound) {
      return fmt::format("values become {} of r and i, as {} has them", is.name, format);
    }
    return fmt::format("values become {}, because {} has no {}", is.name, format, was.name);
  }

  void change_type(Variable& variable, VariableId input_id, const TypeRef& type) {
    const TypeRef old = variable.type;
    const bool is_enumeration = old->type_class == TypeClass::enumeration;
    const TypeRef numbers = is_enumeration ? old->base : old;
    const bool keeps_bytes = numbers == type || old->type_class == TypeClass::compound;
    // For bytes without `_FillValue`, every value can be data.
    Values fill(numbers);
    if (numbers->size_bytes > 1 || model::find_attribute(variable.attributes, "_FillValue")) {
      fill = as_numbers(model::fill_value_of(variable));
    }
    if (is_enumeration) add_flags(variable, *old, type);
    for (Attribute& attribute : variable.attributes) {
      if (model::has_type_of_variable(attribute.name)) convert_marker(attribute, *old, type);
    }
    variable.type = type;
    if (keeps_bytes) {
      if (variable.stored_fill)
        variable.stored_fill = shared(model::as_type(*variable.stored_fill, type));
      view_.convert(input_id, {old});
      return;
    }
    variable.byte_order = model::ByteOrder::native;
    variable.stored_fill.reset();
    variable.quantization.reset();
    Values converted = fill.count() > 0 ? model::fill_value_of(variable) : Values(type);
    view_.convert(input_id, {old, NumberConversion({std::move(fill), std::move(converted)}, {},
                                                   "; choose -k cdf5 or -k netCDF-4")});
  }

  /// Converts an attribute whose values are compared with the variable's. A fill value without an
  /// equal one becomes netCDF's.
  static void convert_marker(Attribute& attribute, const Type& old, const TypeRef& type) {
    if (old.type_class == TypeClass::compound) {
      if (model::same_type(*attribute.values->type(), old)) {
        attribute.values = shared(model::as_type(*attribute.values, type));
      }
      return;
    }
    auto exact = model::convert_exactly(as_numbers(*attribute.values), type);
    if (!exact && attribute.name == "_FillValue") exact = model::default_fill_value(type);
    if (exact) attribute.values = shared(std::move(*exact));
    attribute.stored_json.reset();
  }

  /// source: CF conventions 1.11, section 3.5
  static void add_flags(Variable& variable, const Type& enumeration, const TypeRef& type) {
    for (const std::string_view name : {"flag_values", "flag_meanings", "flag_masks"}) {
      if (model::find_attribute(variable.attributes, name) != nullptr) return;
    }
    Values members(enumeration.base, enumeration.members.size());
    std::string meanings;
    for (std::size_t i = 0; i < members.count(); ++i) {
      const model::EnumMember& member = enumeration.members[i];
      std::ranges::copy(member.value, members.data() + i * enumeration.size_bytes);
      meanings += (i > 0 ? " " : "") + as_word(member.name);
    }
    auto flags = model::convert_exactly(members, type);
    if (!flags || flags->count() == 0) return;
    variable.attributes.push_back({"flag_values", shared(std::move(*flags))});
    variable.attributes.push_back({"flag_meanings", shared(model::text_values(meanings))});
  }

  /// Adds the type of a variable to the schema if it is not an atomic one.
  static void find_type(model::Schema& schema, Variable& variable) {
    if (variable.type->is_atomic()) return;
    for (const model::UserType& known : schema.types) {
      if (model::same_type(*known.type, *variable.type)) {
        variable.type = known.type;
        return;
      }
    }
    schema.types.push_back({0, variable.type, /*is_unnamed=*/true});
  }

  /// variable: the type of the owner; null if it is a group.
  void fit_attributes(std::vector<Attribute>& attributes, const std::string& owner,
                      const Type* variable) {
    for (Attribute& attribute : attributes) {
      const std::string path = model::attribute_path(owner, attribute.name);
      const bool is_marker = variable != nullptr && model::has_type_of_variable(attribute.name) &&
                             model::same_type(*attribute.values->type(), *variable);
      if (is_marker) continue;
      if (attribute.values->type()->type_class == TypeClass::enumeration)
        fit_names(attribute, path);
      const TypeRef& type = attribute.values->type();
      if (has_type(format_, *type) || !type->is_atomic()) continue;
      if (type->type_class == TypeClass::string) {
        fit_strings(attribute, path);
      } else {
        fit_numbers(attribute, path);
      }
    }
  }

  /// Writes the names of an enumeration's values, and booleans as what the format has.
  void fit_names(Attribute& attribute, const std::string& path) {
    const Values& values = *attribute.values;
    if (format_ == Format::netcdf4) return;
    if (!store::zarr::is_boolean(*values.type())) {
      tell(path, "text, the names of values", "enumerations");
      attribute.values = shared(member_names(values));
      return;
    }
    const bool is_json = is_zarr(format_);
    if (is_json) {
      const bool is_v3 = format_ == Format::zarr3;
      attribute.stored_json = {is_v3 ? filter::ZarrFormat::v3 : filter::ZarrFormat::v2,
                               boolean_json(values)};
    } else {
      tell(path, "1 or 0", "booleans");
    }
    const TypeClass number = is_json ? TypeClass::ubyte : TypeClass::byte_;
    attribute.values = shared(model::as_type(values, model::atomic_type(number)));
  }

  void fit_strings(Attribute& attribute, const std::string& path) {
    const bool is_one = attribute.values->count() <= 1;
    tell(path, is_one ? "characters" : "the lines of one text", "strings");
    try {
      attribute.values = shared(joined_lines(*attribute.values));
    } catch (Error& error) {
      error.add_context("attribute " + path);
      throw;
    }
  }

  /// Takes int if it has all numbers, else the type that variables get.
  void fit_numbers(Attribute& attribute, const std::string& path) {
    const TypeClass type = attribute.values->type()->type_class;
    for (const TypeClass other : {std::min(TypeClass::int_, larger(type)), larger(type)}) {
      auto exact = model::convert_exactly(*attribute.values, model::atomic_type(other));
      if (!exact) continue;
      tell(path, exact->type()->name, attribute.values->type()->name);
      attribute.values = shared(std::move(*exact));
      return;
    }
  }

  void tell(const std::string& path, const std::string& what, const std::string& why) {
    const std::string because = fmt::format(", because {} has no {}", format_name(format_), why);
    attributes_.add({" becomes " + what + because, " become " + what + because}, path);
  }

  Format format_;
  model::ViewDefinition view_;                                 ///< of the input, with other types
  std::map<std::string, std::vector<std::string>> variables_;  ///< by how they change
  AttributeChanges attributes_;
};

}  // namespace

void fit_types(std::unique_ptr<model::Source>& input, Subset& source, Format format,
               std::vector<std::string>& notes) {
  TypeFitter fitter(format, input->schema());
  fitter.fit(source);
  fitter.tell(notes);
  input = std::move(fitter).fitted(std::move(input));
}

}  // namespace ncf::ops
