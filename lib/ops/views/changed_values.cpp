// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/view_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "ops/definitions/unpacking.hpp"
#include "ops/select/variable_selection.hpp"
#include "ops/values/number_conversion.hpp"
#include "ops/views/selection_text.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;
using model::Variable;
using model::VariableId;
using transcode::ErrorBound;

/// Returns what is read where nothing is stored; empty if it cannot be converted.
std::optional<std::vector<std::byte>> converted_fill(const model::StoredForm& form,
                                                     const model::ViewConversion& conversion,
                                                     const model::Type& type) {
  const auto fill = model::fill_in_memory(form);
  if (!fill || form.element != model::element_name(conversion.original->type_class)) {
    return std::nullopt;
  }
  std::vector<std::byte> converted(type.size_bytes);
  try {
    conversion.convert({}, *fill, converted);
  } catch (const Error&) {
    return std::nullopt;  // an error only if it is read
  }
  return converted;
}

/// Converts the values of a view's variable, after what is done to them before, and gives it the
/// type. Attributes stay. source: with the original values. convert: as of model::ViewConversion.
void convert_values(model::ViewDefinition& view, VariableId id, const model::TypeRef& type,
                    model::Source& source, decltype(model::ViewConversion::convert) convert) {
  Variable& variable = view.schema.variables[id];
  model::ViewConversion conversion{variable.type, std::move(convert)};
  const model::Origin& origin = view.variables[id].origins.front();
  if (!origin.conversion) {
    conversion.fill = converted_fill(source.stored_form(origin.variable), conversion, *type);
  }
  view.convert(id, std::move(conversion));
  variable.type = type;
  variable.byte_order = model::ByteOrder::native;
  variable.stored_fill.reset();
  variable.quantization.reset();
}

// ---- Types ----

[[noreturn]] void refuse(const std::string& text) {
  throw Error(ErrorCode::usage,
              fmt::format("--type '{}': expected VARIABLES:TYPE, VARIABLES:TYPE,error,LIMIT or "
                          "VARIABLES:TYPE,relative,LIMIT, where TYPE is one of netCDF's numbers, "
                          "for example float or int64, and LIMIT is above 0",
                          text));
}

model::TypeRef parse_type(const std::string& text, std::string_view name) {
  for (auto id = TypeClass::byte_; id <= TypeClass::uint64;
       id = static_cast<TypeClass>(static_cast<int>(id) + 1)) {
    const model::TypeRef& type = model::atomic_type(id);
    if (type->is_number() && type->name == name) return type;
  }
  refuse(text);
}

std::optional<ErrorBound> parse_bound(const std::string& text, std::string_view bound) {
  if (bound.empty()) return std::nullopt;
  const std::size_t comma = bound.find(',', 1);
  const std::string_view kind = bound.substr(0, comma);
  if (comma == std::string_view::npos || (kind != ",error" && kind != ",relative")) refuse(text);
  const double limit = parse_limit(bound.substr(comma + 1));
  if (limit <= 0) refuse(text);
  return ErrorBound{kind == ",error" ? ErrorBound::Kind::absolute : ErrorBound::Kind::relative,
                    limit};
}

filter::GivenOption parse_selector(const std::string& text, std::string_view selector,
                                   bool changes_values) {
  filter::SelectorReading reading =
      read_option("--type", [&] { return filter::read_selector(selector); });
  if (reading.end != selector.size()) refuse(text);
  return {
      {.selector = std::move(reading.selector), .none = false, .spec = {}}, text, changes_values};
}

/// Returns a marker of missing data in another type: the nearest number, or the default.
model::Values convert_marker(const model::Values& markers, std::size_t i,
                             const model::TypeRef& type) {
  const auto nearest = model::convert_to_nearest(model::part_of(markers, i, 1), type);
  return nearest ? *nearest : model::default_fill_value(type);
}

/// Without a `_FillValue`, the default becomes that of the other type; bytes have none.
ConvertedMarkers convert_markers(const Variable& variable, const model::TypeRef& type) {
  ConvertedMarkers markers{model::missing_markers_of(variable), model::Values(type)};
  const bool has_default = variable.type->size_bytes > 1 &&
                           model::find_attribute(variable.attributes, "_FillValue") == nullptr;
  if (has_default && type->size_bytes == 1) {
    markers.before = model::part_of(markers.before, 1, markers.before.count() - 1);
  } else if (has_default) {
    markers.after = model::default_fill_value(type);
  }
  while (markers.after.count() < markers.before.count()) {
    const std::size_t next = markers.after.count();
    markers.after = model::joined(markers.after, convert_marker(markers.before, next, type));
  }
  return markers;
}

/// Returns equal numbers in a type, or the nearest.
model::Values nearest_numbers(const model::Values& numbers, const model::TypeRef& type) {
  if (auto exact = model::convert_exactly(numbers, type)) return *std::move(exact);
  model::Values nearest(type, numbers.count());
  const std::vector<double> doubles = model::to_doubles(numbers);
  model::visit_number(type->type_class, [&](auto number) {
    using Limits = std::numeric_limits<decltype(number)>;
    for (std::size_t i = 0; i < doubles.size(); ++i) {
      if (!model::round_number(doubles[i], number)) {
        number = doubles[i] < 0 ? Limits::lowest() : Limits::max();
      }
      model::store(nearest.data() + i * sizeof number, number);
    }
    return true;
  });
  return nearest;
}

/// Converts what readers compare with the values. Valid ranges of packed numbers may mean others.
void convert_attributes(Variable& variable, const model::TypeRef& type) {
  std::vector<model::Attribute> attributes = variable.attributes;
  for (model::Attribute& attribute : attributes) {
    const bool is_of_others =
        attribute.name.starts_with("valid_") && !model::is_compared(attribute.name, variable);
    if (!model::has_type_of_variable(attribute.name) || is_of_others ||
        !attribute.values->type()->is_number()) {
      continue;
    }
    model::Values converted(type);
    if (attribute.name == "_FillValue" || attribute.name == "missing_value") {
      const model::Values markers = model::to_markers(*attribute.values, variable);
      for (std::size_t i = 0; i < markers.count(); ++i) {
        converted = model::joined(converted, convert_marker(markers, i, type));
      }
    } else {
      converted = nearest_numbers(*attribute.values, type);
    }
    attribute.values = std::make_shared<const model::Values>(std::move(converted));
    attribute.stored_json.reset();
  }
  variable.attributes = std::move(attributes);
}

// ---- Packed numbers ----

/// How a variable is unpacked.
struct Unpacking {
  Unpacker numbers;
  model::Packing packing;
  bool is_unsigned;
  TypeClass type;
  double error;  ///< the most that rounding to the type changes a number
};

/// Returns the largest unpacked number of a type, without its sign.
double largest_of(const Variable& variable, const model::Packing& packing) {
  return model::visit_number(variable.type->type_class, [&](auto like) {
    using Limits = std::numeric_limits<decltype(like)>;
    const double least = static_cast<double>(Limits::lowest());
    const double most = static_cast<double>(Limits::max()) * (model::is_unsigned(variable) ? 2 : 1);
    return std::max(std::abs(packing.unpacked(least)), std::abs(packing.unpacked(most)));
  });
}

/// Floats are exact enough if their error is less than a quarter of a step, so that packing them
/// again gives the same numbers.
Unpacking plan(const Variable& variable, bool is_double) {
  const model::Packing packing = model::find_packing(variable).value_or(model::Packing());
  const double largest = largest_of(variable, packing);
  constexpr double float_rounding = 0x1p-24;
  const bool is_float = !is_double && largest < std::numeric_limits<float>::max() &&
                        largest * float_rounding < std::abs(packing.scale_factor) / 4;
  return {Unpacker(variable), packing, model::is_unsigned(variable),
          is_float ? TypeClass::float_ : TypeClass::double_,
          largest * (is_float ? float_rounding : 0x1p-53)};
}

void apply(const Unpacking& unpacking, std::span<const std::byte> originals,
           std::span<std::byte> values) {
  constexpr std::size_t block = 1024;
  double numbers[block];
  const std::size_t from_bytes = unpacking.numbers.value_bytes();
  const std::size_t count = originals.size() / from_bytes;
  model::visit_number(unpacking.type, [&](auto like) {
    using Number = decltype(like);
    constexpr Number fill = model::default_fill<Number>;
    for (std::size_t i = 0; i < count; i += block) {
      const std::size_t some = std::min(block, count - i);
      unpacking.numbers.unpack(originals.data() + i * from_bytes, some, numbers);
      for (std::size_t k = 0; k < some; ++k) {
        model::store(values.data() + (i + k) * sizeof(Number),
                     std::isnan(numbers[k]) ? fill : static_cast<Number>(numbers[k]));
      }
    }
    return true;
  });
}

model::Values numbers_in(TypeClass type, const std::vector<double>& numbers) {
  model::Values doubles(model::atomic_type(TypeClass::double_), numbers.size());
  std::memcpy(doubles.data(), numbers.data(), doubles.size_bytes());
  return *model::convert_to_nearest(doubles, model::atomic_type(type));
}

/// Valid ranges are packed, too.
void unpack_definition(const Unpacking& unpacking, Variable& variable) {
  std::erase_if(variable.attributes, [](const model::Attribute& attribute) {
    const auto is = [&](std::string_view name) { return attribute.name == name; };
    return std::ranges::any_of(model::packing_attributes, is) || is("missing_value") ||
           is("_FillValue");
  });
  for (model::Attribute& attribute : variable.attributes) {
    const bool is_of_range = std::ranges::find(model::valid_range_attributes, attribute.name) !=
                             std::end(model::valid_range_attributes);
    if (!is_of_range && !model::is_compared(attribute.name, variable)) continue;
    std::vector<double> numbers = model::to_doubles(*attribute.values);
    for (double& number : numbers) {
      if (unpacking.is_unsigned && number < 0) {
        number += std::pow(2., 8. * static_cast<double>(variable.type->size_bytes));
      }
      number = unpacking.packing.unpacked(number);
    }
    attribute.values = std::make_shared<const model::Values>(numbers_in(unpacking.type, numbers));
  }
  variable.attributes.insert(
      variable.attributes.begin(),
      {"_FillValue", std::make_shared<const model::Values>(
                         model::default_fill_value(model::atomic_type(unpacking.type)))});
}

}  // namespace

ChosenTypes choose_types(const std::vector<std::string>& texts, const model::Schema& schema) {
  ChosenTypes chosen(schema.variables.size());
  if (texts.empty()) return chosen;
  std::vector<filter::GivenOption> options;
  std::vector<ChosenType> types;
  for (const std::string& text : texts) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos) refuse(text);
    const std::string_view asked = std::string_view(text).substr(colon + 1);
    const std::size_t comma = std::min(asked.find(','), asked.size());
    types.push_back(
        {text, parse_type(text, asked.substr(0, comma)), parse_bound(text, asked.substr(comma))});
    options.push_back(parse_selector(text, std::string_view(text).substr(0, colon),
                                     types.back().bound.has_value()));
  }
  const auto variables = selectable_variables(schema);
  const auto decisions = base::with_context(
      "--type", [&] { return filter::SelectorMatcher(variables).decide(options); });
  for (VariableId id = 0; id < chosen.size(); ++id) {
    if (!decisions[id]) continue;
    const ChosenType& type = types[decisions[id]->option];
    const Variable& variable = schema.variables[id];
    if (variable.type->is_number()) {
      chosen[id] = type;
    } else if (decisions[id]->rank == filter::SelectorRank::name) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("--type '{}': variable {} is of type {}, not a number", type.option,
                              variables[id].path, variable.type->name));
    }
  }
  return chosen;
}

void change_types(model::ViewDefinition& view, const ChosenTypes& types, model::Source& source,
                  std::vector<std::string>& steps) {
  for (VariableId id = 0; id < types.size(); ++id) {
    Variable& variable = view.schema.variables[id];
    if (!types[id] || model::same_type(*variable.type, *types[id]->type)) continue;
    const auto& [option, type, bound] = *types[id];
    const std::string path = view.schema.variable_path(id);
    if (model::is_unsigned(variable)) {
      throw Error(
          ErrorCode::unsupported,
          fmt::format("--type '{}': variable {} has the attribute _Unsigned, so its numbers "
                      "are not those of type {}",
                      option, path, variable.type->name));
    }
    const std::string advice =
        bound ? "" : fmt::format("; allow changes with --type '{},error,LIMIT'", option);
    const NumberConversion conversion(convert_markers(variable, type), bound, advice);
    convert_attributes(variable, type);
    convert_values(view, id, type, source, conversion);
    steps.push_back(fmt::format("--type: {} becomes {}, {}", path, type->name,
                                bound ? "within " + describe(*bound) : "without any change"));
  }
}

void unpack(model::ViewDefinition& view, const ChosenTypes& types, model::Source& source,
            std::vector<std::string>& steps) {
  for (VariableId id = 0; id < view.variables.size(); ++id) {
    Variable& variable = view.schema.variables[id];
    if (!variable.type->is_number() || !model::is_packed(variable)) continue;
    const auto unpacking = std::make_shared<const Unpacking>(
        plan(variable, types[id] && types[id]->type->type_class == TypeClass::double_));
    unpack_definition(*unpacking, variable);
    convert_values(
        view, id, model::atomic_type(unpacking->type), source,
        [unpacking](const model::Box& /*box*/, std::span<const std::byte> originals,
                    std::span<std::byte> values) { apply(*unpacking, originals, values); });
    steps.push_back(fmt::format("--unpack: {} becomes {}, within {:.2g}",
                                view.schema.variable_path(id), variable.type->name,
                                unpacking->error));
  }
}

}  // namespace ncf::ops
