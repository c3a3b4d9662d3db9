// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/zarr_losses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/text/characters.hpp"
#include "filter/registry/registry.hpp"
#include "model/values/numbers.hpp"
#include "ops/definitions/attribute_comparison.hpp"
#include "ops/definitions/definition_text.hpp"
#include "ops/output/attribute_changes.hpp"
#include "ops/report/quantities.hpp"
#include "store/zarr/metadata/attributes.hpp"
#include "store/zarr/metadata/dimensions.hpp"
#include "store/zarr/metadata/nczarr.hpp"

namespace ncf::ops {
namespace {

// ---- Dimensions ---------------------------------------------------------------------------------

struct DimensionUse {
  bool in_its_group = false;
  bool anywhere = false;
  bool beside_named = false;  ///< in an array that names some of its dimensions
};

std::vector<DimensionUse> find_uses(const model::Schema& schema) {
  std::vector<DimensionUse> uses(schema.dimensions.size());
  for (const model::Variable& variable : schema.variables) {
    for (const model::DimensionId id : variable.dimensions) {
      uses[id].anywhere = true;
      if (!schema.has_only_unnamed_dimensions(variable)) uses[id].beside_named = true;
      if (schema.dimensions[id].group == variable.group) uses[id].in_its_group = true;
    }
  }
  return uses;
}

/// Returns whether plain Zarr has the name of a dimension in an array.
bool has_name(const model::Schema& schema, const model::Variable& variable, model::DimensionId id) {
  if (!schema.dimensions[id].is_unnamed) return true;
  return schema.format != Format::zarr3 && !schema.has_only_unnamed_dimensions(variable);
}

/// Returns the variables in the order in which their arrays are read.
std::vector<model::VariableId> order_of_arrays(const model::Schema& schema) {
  std::vector<model::VariableId> order(schema.variables.size());
  std::iota(order.begin(), order.end(), model::VariableId{0});
  const auto place = [&](model::VariableId id) {
    return std::tie(schema.variables[id].group, schema.variables[id].name);
  };
  std::ranges::sort(order, [&](auto a, auto b) { return place(a) < place(b); });
  return order;
}

/// The dimensions that a reader of plain Zarr finds by their names, in place of those of a schema.
class FoundDimensions {
 public:
  FoundDimensions(const model::Schema& schema, const std::vector<DimensionUse>& uses)
      : schema_(schema), uses_(uses), homes_(schema.dimensions.size()) {
    read_.groups = schema.groups;
    store::zarr::Dimensions reader(read_);
    const std::vector<model::VariableId> order = order_of_arrays(schema);
    for (const model::VariableId id : order) {
      const model::Variable& variable = schema.variables[id];
      if (variable.dimensions.size() != 1) continue;
      const model::Dimension& dimension = schema.dimensions[variable.dimensions.front()];
      if (dimension.name != variable.name) continue;
      reader.expect_coordinate(variable.group, dimension.name, dimension.length);
    }
    for (const model::VariableId id : order) {
      const model::Variable& variable = schema.variables[id];
      for (const model::DimensionId wanted : variable.dimensions) {
        if (has_name(schema, variable, wanted)) find(reader, variable.group, wanted);
      }
    }
  }

  /// Returns whether an array has another dimension than its variable. A dimension that has no
  /// variable in its own group is the same in any.
  [[nodiscard]] bool is_replaced(const model::Variable& variable, model::DimensionId wanted) const {
    if (!has_name(schema_, variable, wanted)) return false;
    const model::DimensionId found = found_.at({variable.group, wanted});
    if (owners_.at(found) != wanted) return true;
    return uses_[wanted].in_its_group && homes_[wanted] != found;
  }

 private:
  void find(store::zarr::Dimensions& reader, model::GroupId group, model::DimensionId wanted) {
    const model::Dimension& dimension = schema_.dimensions[wanted];
    const auto found = reader.find_or_add(group, dimension.name, dimension.length);
    found_[{group, wanted}] = found;
    const auto owner = owners_.emplace(found, wanted).first;
    const bool is_at_home = read_.dimension_path(found) == schema_.dimension_path(wanted);
    if (is_at_home) owner->second = wanted;
    if (is_at_home || !homes_[wanted]) homes_[wanted] = found;
  }

  const model::Schema& schema_;
  const std::vector<DimensionUse>& uses_;
  model::Schema read_;
  std::map<std::pair<model::GroupId, model::DimensionId>, model::DimensionId> found_;
  std::map<model::DimensionId, model::DimensionId> owners_;  ///< of those found
  std::vector<std::optional<model::DimensionId>> homes_;     ///< where each is found at best
};

/// The lengths of a name in a group, of which xarray expects one.
class LengthsInGroups {
 public:
  explicit LengthsInGroups(const model::Schema& schema) : schema_(schema) {
    for (const model::Variable& variable : schema.variables) {
      for (const model::DimensionId id : variable.dimensions) {
        if (!has_name(schema, variable, id)) continue;
        const model::Dimension& dimension = schema.dimensions[id];
        const auto known =
            lengths_.emplace(std::pair(variable.group, dimension.name), dimension.length).first;
        if (dimension.group == variable.group) known->second = dimension.length;
      }
    }
  }

  /// Returns whether a variable's dimension has another length than its name in the group.
  [[nodiscard]] bool is_another(const model::Variable& variable, model::DimensionId id) const {
    const model::Dimension& dimension = schema_.dimensions[id];
    return has_name(schema_, variable, id) &&
           lengths_.at({variable.group, dimension.name}) != dimension.length;
  }

 private:
  const model::Schema& schema_;
  std::map<std::pair<model::GroupId, std::string>, std::size_t> lengths_;
};

/// Notes variables with a dimension that readers take for another, or that has another length.
void tell_hidden_dimensions(const model::Schema& schema, const std::vector<DimensionUse>& uses,
                            std::vector<std::string>& notes) {
  const FoundDimensions found(schema, uses);
  const LengthsInGroups lengths(schema);
  std::vector<std::string> replaced;
  std::vector<std::string> unreadable;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const model::Variable& variable = schema.variables[id];
    for (const model::DimensionId wanted :
         std::set(variable.dimensions.begin(), variable.dimensions.end())) {
      const bool is_unreadable = lengths.is_another(variable, wanted);
      if (!is_unreadable && !found.is_replaced(variable, wanted)) continue;
      (is_unreadable ? unreadable : replaced)
          .push_back(fmt::format("{} ({} {})", schema.variable_path(id),
                                 is_unreadable ? "with" : "instead of",
                                 schema.dimension_path(wanted)));
    }
  }
  const std::string begin =
      "plain Zarr looks up a dimension by its name, in the variable's group and its parents, "
      "NCZarr "
      "by its path; ";
  note_few(notes, begin + "variables that get another dimension", replaced);
  note_few(notes, begin + "xarray cannot open groups where a name has two lengths", unreadable);
}

/// Adds notes on the losses of dimensions: plain Zarr has array shapes with named lengths instead,
/// which readers look up by their names. schema: of a Zarr output.
void tell_dimensions(const model::Schema& schema, std::vector<std::string>& notes) {
  if (schema.format == Format::nczarr) return;
  const std::vector<DimensionUse> uses = find_uses(schema);
  std::vector<std::string> unused;
  std::vector<std::string> moved;
  std::vector<std::string> named;
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    const std::string path = schema.dimension_path(id);
    const model::Dimension& dimension = schema.dimensions[id];
    if (dimension.is_unnamed) {
      if (uses[id].beside_named) named.push_back(path);
      continue;
    }
    if (!uses[id].anywhere) {
      unused.push_back(path);
      continue;
    }
    if (!uses[id].in_its_group) moved.push_back(path);
  }
  note_few(notes, "plain Zarr has no dimensions without variables, NCZarr has; left out", unused);
  note_few(notes,
           "plain Zarr has no dimensions apart from variables, NCZarr has; moved to the groups of "
           "their variables",
           moved);
  tell_hidden_dimensions(schema, uses, notes);
  if (schema.format != Format::zarr2) return;
  note_few(notes, "Zarr v2 has names for all dimensions of an array or for none; made up", named);
}

// ---- Attributes and texts -----------------------------------------------------------------------

/// Describes null strings after the name of what has them.
std::string describe_null_strings(std::size_t count) {
  return fmt::format(": NIL strings ({}) become empty ones: Zarr has no NIL", count);
}

/// Counts the texts for which `is_counted` holds; char values are one text.
template <class IsCounted>
std::size_t count_texts(const model::Values& values, IsCounted is_counted) {
  const model::TypeClass type = values.type()->type_class;
  if (type == model::TypeClass::char_) return is_counted(model::text_of(values)) ? 1 : 0;
  if (type != model::TypeClass::string) return 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < values.count(); ++i) {
    const auto* const text = model::load<const char*>(values.data() + i * sizeof(char*));
    if (text != nullptr && is_counted(std::string_view(text))) ++count;
  }
  return count;
}

std::size_t count_not_utf8(const model::Values& values) {
  return count_texts(values, [](std::string_view text) { return !base::is_utf8(text); });
}

/// Returns whether JSON has an escape of one letter, the only ones that libnetcdf reads, for each
/// control character.
bool has_short_escapes(std::string_view text) {
  constexpr std::string_view escaped = "\b\f\n\r\t";
  return std::ranges::all_of(text, [&](char c) {
    return static_cast<unsigned char>(c) >= ' ' || escaped.find(c) != std::string_view::npos;
  });
}

bool is_misread_by_libnetcdf(const model::Attribute& attribute, const model::Type* variable) {
  const auto is_misread = [](std::string_view text) { return !has_short_escapes(text); };
  if (count_texts(*attribute.values, is_misread) == 0) return false;
  const base::Json json = store::zarr::format_attribute(attribute, variable, Format::nczarr);
  return is_misread(json.text) || std::ranges::any_of(json.elements, [&](const auto& element) {
           return is_misread(element.text);
         });
}

bool changes_values(const model::Attribute& written, const model::Attribute& found) {
  switch (difference_of(&written, &found)) {
    case AttributeDifference::none:
    case AttributeDifference::padding:
      return false;
    case AttributeDifference::type:
      return written.values->type()->is_number() && !found.values->type()->is_number();
    default:
      return true;
  }
}

/// Notes the losses of an attribute. name: "/t2m:units". variable: the type of its variable; null
/// for a group.
void tell_attribute(const model::Attribute& attribute, const std::string& name,
                    const model::Type* variable, Format format, AttributeChanges& losses) {
  const std::string loss = store::zarr::find_loss(attribute, variable, format);
  if (!loss.empty()) losses.add({" is written as " + loss, " are written as " + loss}, name);
  const model::Attribute found = store::zarr::read_back(attribute, variable, format);
  if (loss.empty() && changes_values(attribute, found)) {
    const std::string value =
        fmt::format("{} {}", found.values->type()->name, attribute_text(*found.values));
    const std::string why = ": plain Zarr does not state types, NCZarr does";
    losses.add({fmt::format(" reads back as {}{}", value, why), " read back as other values" + why},
               name, value);
  }
  if (format == Format::nczarr && is_misread_by_libnetcdf(attribute, variable)) {
    losses.add({" has control characters, which libnetcdf reads as u0001 and the like in NCZarr",
                " have control characters, which libnetcdf reads as u0001 and the like in NCZarr"},
               name);
  }
  if (count_not_utf8(*attribute.values) == 0) return;
  const std::string readers = fmt::format("readers of Zarr other than ncf and {} may refuse",
                                          format == Format::nczarr ? "libnetcdf" : "zarr-python");
  losses.add({fmt::format(" is not UTF-8: its bytes are kept, but {} it", readers),
              fmt::format(" are not UTF-8: their bytes are kept, but {} them", readers)},
             name);
}

void replace_null_strings(model::Attribute& attribute, const std::string& name,
                          AttributeChanges& losses) {
  const std::size_t count = model::count_null_strings(*attribute.values);
  if (count == 0) return;
  losses.add({describe_null_strings(count), ": NIL strings become empty ones: Zarr has no NIL"},
             name, fmt::format("{}", count));
  model::Values values = *attribute.values;
  model::empty_null_strings(values);
  attribute.values = std::make_shared<const model::Values>(std::move(values));
}

/// Adapts attributes. owner: path of the variable or group. variable: as for tell_attribute.
void adapt(std::vector<model::Attribute>& attributes, const std::string& owner,
           const model::Type* variable, Format format, AttributeChanges& losses) {
  std::erase_if(attributes, [&](const model::Attribute& attribute) {
    if (!store::zarr::is_hidden_attribute(attribute.name, owner == "/")) return false;
    losses.add({" is left out: Zarr reserves its name", " are left out: Zarr reserves their names"},
               model::attribute_path(owner, attribute.name));
    return true;
  });
  for (model::Attribute& attribute : attributes) {
    const std::string name = model::attribute_path(owner, attribute.name);
    replace_null_strings(attribute, name, losses);
    tell_attribute(attribute, name, variable, format, losses);
  }
}

}  // namespace

void StringLosses::add(const model::Values& values) {
  if (values.type()->type_class != model::TypeClass::string) return;
  null_ += model::count_null_strings(values);
  not_utf8_ += count_not_utf8(values);
}

// NCZarr's strings are bytes.
std::vector<std::string> StringLosses::describe(const std::string& path, Format format) const {
  std::vector<std::string> notes;
  const std::string owner = "variable " + path;
  if (null_ > 0) notes.push_back(owner + describe_null_strings(null_));
  if (not_utf8_ > 0 && format != Format::nczarr) {
    notes.push_back(
        fmt::format("{}: strings that are not UTF-8 ({}) keep their bytes, but zarr-python can "
                    "read them only in NCZarr",
                    owner, not_utf8_));
  }
  return notes;
}

void adapt_to_zarr(model::Schema& schema, std::vector<std::string>& notes) {
  tell_dimensions(schema, notes);
  AttributeChanges losses;
  model::visit_attributes(
      schema, [&](auto& attributes, const std::string& owner, const model::Type* variable) {
        adapt(attributes, owner, variable, schema.format, losses);
      });
  losses.tell(notes);
}

std::vector<std::string> find_made_fixed(const model::Schema& schema) {
  std::vector<std::string> fixed;
  if (!is_plain_zarr(schema.format)) return fixed;
  const std::vector<DimensionUse> uses = find_uses(schema);
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    const model::Dimension& dimension = schema.dimensions[id];
    const bool is_kept = uses[id].anywhere && !dimension.is_unnamed;
    if (is_kept && dimension.is_unlimited) fixed.push_back(schema.dimension_path(id));
  }
  return fixed;
}

}  // namespace ncf::ops
