// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/references/reference_series.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/threads/stop.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/schema/typed_markers.hpp"
#include "model/values/visit_number.hpp"
#include "ncf/error.hpp"
#include "ops/definitions/definition_text.hpp"

namespace ncf::ops {
namespace {

using model::Attribute;
using model::Schema;
using model::Variable;
using model::VariableId;

/// Holds every number of netCDF's types exactly on the processors that have it.
using Coordinate = long double;

/// The coordinate of an input.
struct Span {
  std::string input;
  std::size_t length = 0;
  Coordinate first = 0;
  Coordinate last = 0;
  std::vector<Attribute> attributes;

  [[nodiscard]] std::string text() const {
    return fmt::format("values {} to {}", static_cast<double>(first), static_cast<double>(last));
  }
};

std::string choose_dimension(const Schema& schema) {
  std::vector<std::string> unlimited;
  std::vector<std::string> all;
  for (const model::Dimension& dimension : schema.dimensions) {
    if (dimension.group != 0) continue;
    all.push_back(dimension.name);
    if (dimension.is_unlimited) unlimited.push_back(dimension.name);
  }
  if (unlimited.size() == 1) return unlimited.front();
  throw Error(ErrorCode::usage,
              fmt::format("{} dimension is unlimited; name the one to join along with --concat: {}",
                          unlimited.empty() ? "no" : "more than one",
                          fmt::join(unlimited.empty() ? all : unlimited, ", ")));
}

const Variable& find_coordinate(const Schema& schema, const std::string& dimension,
                                VariableId& id) {
  for (id = 0; id < schema.variables.size(); ++id) {
    const Variable& variable = schema.variables[id];
    const bool is_coordinate = variable.group == 0 && variable.name == dimension &&
                               variable.dimensions.size() == 1 &&
                               schema.dimensions[variable.dimensions[0]].name == dimension;
    if (is_coordinate && variable.type->is_number()) return variable;
  }
  throw Error(ErrorCode::unsupported,
              fmt::format("dimension {} has no variable of its name with numbers, by which files "
                          "could be ordered",
                          dimension));
}

std::vector<Coordinate> read_coordinate(model::Source& source, VariableId id) {
  const Variable& variable = source.schema().variables[id];
  const model::Box all{{0}, source.schema().shape(variable)};
  model::Values values(variable.type);
  source.read(id, all, values);
  const bool is_without_sign = is_unsigned(variable);
  std::vector<Coordinate> numbers(values.count());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::byte* const at = values.data() + i * variable.type->size_bytes;
    numbers[i] = model::visit_number(variable.type->type_class, [&](auto like) {
      using Number = decltype(like);
      const auto number = model::load<Number>(at);
      if constexpr (std::is_integral_v<Number>) {
        if (is_without_sign) return static_cast<Coordinate>(std::make_unsigned_t<Number>(number));
      }
      return static_cast<Coordinate>(number);
    });
  }
  return numbers;
}

/// throws: Error(unsupported) if the values are not strictly monotonic.
void check_coordinate(const std::vector<Coordinate>& values) {
  if (values.empty()) throw Error(ErrorCode::unsupported, "has no values");
  const bool is_falling = values.back() < values.front();
  const auto follows = [&](Coordinate a, Coordinate b) { return is_falling ? b < a : a < b; };
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i]) && (i == 0 || follows(values[i - 1], values[i]))) continue;
    throw Error(ErrorCode::unsupported,
                fmt::format("value {} is not {} than the one before",
                            static_cast<double>(values[i]), is_falling ? "less" : "greater"));
  }
}

Span read_span(const std::string& input, model::Source& source, const std::string& dimension) {
  return base::with_context(input, [&]() -> Span {
    VariableId id = 0;
    const Variable& variable = find_coordinate(source.schema(), dimension, id);
    const auto values = read_coordinate(source, id);
    base::with_context("variable /" + dimension, [&] { check_coordinate(values); });
    return {input, values.size(), values.front(), values.back(), variable.attributes};
  });
}

std::string describe(const Attribute* attribute) {
  return attribute == nullptr ? "missing" : attribute_text(*attribute->values);
}

/// Checks the units, because numbers with different units have no order.
void require_same_units(const Span& span, const Span& first, const std::string& dimension) {
  for (const std::string_view name : {"units", "calendar"}) {
    const Attribute* const a = model::find_attribute(span.attributes, name);
    const Attribute* const b = model::find_attribute(first.attributes, name);
    if (a == b || (a != nullptr && b != nullptr && *a->values == *b->values)) continue;
    throw Error(ErrorCode::unsupported,
                fmt::format("{} is {}, but {} in {}", name, describe(a), describe(b), first.input))
        .add_context("variable /" + dimension)
        .add_context(span.input);
  }
}

void sort_spans(std::vector<Span>& spans, const std::string& dimension) {
  const auto is_falling = [](const Span& span) { return span.last < span.first; };
  const bool all_fall = std::any_of(spans.begin(), spans.end(), is_falling);
  const auto precedes = [&](Coordinate a, Coordinate b) { return all_fall ? b < a : a < b; };
  std::sort(spans.begin(), spans.end(),
            [&](const Span& a, const Span& b) { return precedes(a.first, b.first); });
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Span& span = spans[i];
    const bool has_direction = span.length == 1 || is_falling(span) == all_fall;
    if (has_direction && (i == 0 || precedes(spans[i - 1].last, span.first))) continue;
    const Span& other = i == 0 ? spans[1] : spans[i - 1];
    throw Error(ErrorCode::unsupported,
                has_direction
                    ? fmt::format("{} overlap {} of {}", span.text(), other.text(), other.input)
                    : fmt::format("{} ascend, but those of other files descend", span.text()))
        .add_context("variable /" + dimension)
        .add_context(span.input);
  }
}

}  // namespace

bool ReferenceSeries::is_along(const model::Dimension& candidate) const {
  return candidate.group == 0 && !dimension.empty() && candidate.name == dimension;
}

std::optional<std::size_t> ReferenceSeries::axis_of(const Schema& schema, VariableId id) const {
  const std::vector<model::DimensionId>& dimensions = schema.variables[id].dimensions;
  const auto is_joined = [&](model::DimensionId each) { return is_along(schema.dimensions[each]); };
  const auto found = std::find_if(dimensions.begin(), dimensions.end(), is_joined);
  if (found == dimensions.end()) return std::nullopt;
  if (parts.size() > 1 && std::any_of(found + 1, dimensions.end(), is_joined)) {
    throw Error(ErrorCode::unsupported,
                fmt::format("has dimension {}, along which the files are joined, more than once",
                            dimension))
        .add_context("variable " + schema.variable_path(id));
  }
  return found - dimensions.begin();
}

ReferenceSeries order_inputs(const std::vector<std::string>& inputs,
                             const std::optional<std::string>& dimension, const OpenInput& open) {
  if (inputs.size() == 1 && !dimension) return {{}, {{inputs.front()}}};
  ReferenceSeries series;
  std::vector<Span> spans;
  for (const std::string& input : inputs) {
    base::throw_if_stopped();
    const auto source = open(input);
    if (spans.empty()) {
      series.dimension =
          dimension ? *dimension
                    : base::with_context(input, [&] { return choose_dimension(source->schema()); });
    }
    spans.push_back(read_span(input, *source, series.dimension));
    require_same_units(spans.back(), spans.front(), series.dimension);
  }
  sort_spans(spans, series.dimension);
  std::size_t start = 0;
  for (Span& span : spans) {
    series.parts.push_back({std::move(span.input), start, span.length});
    start += span.length;
  }
  return series;
}

bool have_same_values(const VariableOf& a, const VariableOf& b) {
  constexpr std::size_t max_values = std::size_t{1} << 20U;
  const Variable& variable = a.source.schema().variables[a.id];
  const std::vector<std::size_t> shape = a.source.schema().shape(variable);
  if (model::value_count(shape) == 0) return true;
  std::vector<std::size_t> part = shape;
  for (std::size_t& length : part) {
    if (model::value_count(part) <= max_values) break;
    length = 1;
  }
  model::Values left(variable.type);
  model::Values right(variable.type);
  const model::ChunkGrid grid(shape, part);
  const auto numbers = find_tiles_to_compare(a, b, grid);
  const std::size_t count = numbers ? numbers->size() : grid.chunk_count();
  for (std::size_t i = 0; i < count; ++i) {
    base::throw_if_stopped();
    const model::Box box = grid.within(grid.chunk_box(numbers ? (*numbers)[i] : i));
    a.source.read(a.id, box, left);
    b.source.read(b.id, box, right);
    if (left != right) return false;
  }
  return true;
}

namespace {

using model::Attribute;
using model::Dimension;
using model::DimensionId;
using model::GroupId;
using model::Schema;
using model::UserType;
using model::Variable;
using model::VariableId;

bool have_same_attributes(const std::vector<Attribute>& a, const std::vector<Attribute>& b) {
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const Attribute& attribute) {
           const Attribute* const other = model::find_attribute(b, attribute.name);
           return other != nullptr && *attribute.values == *other->values;
         });
}

/// Objects of one kind in two inputs, by their paths.
using Paths = std::map<std::string, std::size_t>;

/// Compares the objects of one kind. difference(id, other_id): says how an object and the one with
/// its path in the other input differ; empty if they do not.
/// throws: Error(unsupported) naming an object that only one input has, or that differs.
template <typename Difference>
void require_same(const std::string& kind, const Paths& first, const Paths& other,
                  const std::string& first_input, const Difference& difference) {
  for (const auto& [path, id] : first) {
    base::with_context(kind + " " + path, [&, id = id, &path = path] {
      const auto found = other.find(path);
      if (found == other.end()) {
        throw Error(ErrorCode::unsupported, "is missing, but is in " + first_input);
      }
      const std::string what = difference(id, found->second);
      if (what.empty()) return;
      throw Error(ErrorCode::unsupported, fmt::format("has {} than in {}", what, first_input));
    });
  }
  for (const auto& [path, id] : other) {
    if (first.contains(path)) continue;
    throw Error(ErrorCode::unsupported, "is not in " + first_input).add_context(kind + " " + path);
  }
}

/// path_of(id): of each of so many objects.
template <typename PathOf>
Paths paths_of(std::size_t count, const PathOf& path_of) {
  Paths paths;
  for (std::size_t id = 0; id < count; ++id) paths[path_of(id)] = id;
  return paths;
}

Paths groups_of(const Schema& schema) {
  return paths_of(schema.groups.size(), [&](GroupId id) { return schema.group_path(id); });
}

Paths dimensions_of(const Schema& schema) {
  return paths_of(schema.dimensions.size(),
                  [&](DimensionId id) { return schema.dimension_path(id); });
}

Paths variables_of(const Schema& schema) {
  return paths_of(schema.variables.size(), [&](VariableId id) { return schema.variable_path(id); });
}

Paths types_of(const Schema& schema) {
  Paths paths;
  for (std::size_t id = 0; id < schema.types.size(); ++id) {
    const UserType& type = schema.types[id];
    if (!type.is_unnamed) paths[schema.type_path(type)] = id;
  }
  return paths;
}

/// Returns the difference between the definitions of a variable in two inputs; empty if there is
/// none.
std::string variable_difference(const Schema& a, const Variable& first, const Schema& b,
                                const Variable& second) {
  if (!model::same_type(*first.type, *second.type)) return "another type";
  const bool have_same_dimensions =
      std::equal(first.dimensions.begin(), first.dimensions.end(), second.dimensions.begin(),
                 second.dimensions.end(), [&](DimensionId left, DimensionId right) {
                   return a.dimension_path(left) == b.dimension_path(right);
                 });
  if (!have_same_dimensions) return "other dimensions";
  for (const Attribute& attribute : first.attributes) {
    const Attribute* const other = model::find_attribute(second.attributes, attribute.name);
    if (other == nullptr || *attribute.values != *other->values) {
      return "another attribute " + attribute.name;
    }
  }
  return have_same_attributes(first.attributes, second.attributes) ? "" : "other attributes";
}

}  // namespace

std::vector<VariableId> match_definitions(const Schema& first, const Schema& other,
                                          const ReferenceSeries& series) {
  const std::string& input = series.parts.front().input;
  require_same("group", groups_of(first), groups_of(other), input, [](auto, auto) { return ""; });
  require_same("dimension", dimensions_of(first), dimensions_of(other), input,
               [&](DimensionId a, DimensionId b) {
                 const Dimension& dimension = first.dimensions[a];
                 const bool is_same =
                     series.is_along(dimension) || dimension.length == other.dimensions[b].length;
                 return is_same ? "" : "another length";
               });
  require_same("type", types_of(first), types_of(other), input, [&](std::size_t a, std::size_t b) {
    const bool is_same = model::same_type(*first.types[a].type, *other.types[b].type);
    return is_same ? "" : "another definition";
  });
  std::vector<VariableId> ids(first.variables.size());
  require_same("variable", variables_of(first), variables_of(other), input,
               [&](VariableId a, VariableId b) {
                 ids[a] = b;
                 return variable_difference(first, first.variables[a], other, other.variables[b]);
               });
  return ids;
}

bool have_same_group_attributes(const Schema& a, const Schema& b) {
  const Paths others = groups_of(b);
  return std::ranges::all_of(groups_of(a), [&](const auto& group) {
    const auto& [path, id] = group;
    return have_same_attributes(a.groups[id].attributes, b.groups[others.at(path)].attributes);
  });
}

}  // namespace ncf::ops
