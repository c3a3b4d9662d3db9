// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/changed_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include "base/errors/error_context.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "ops/select/variable_selection.hpp"
#include "ops/values/number_conversion.hpp"
#include "ops/views/new_values.hpp"
#include "ops/views/selection_text.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;
using model::Variable;
using model::VariableId;
using transcode::ErrorBound;

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

}  // namespace ncf::ops
