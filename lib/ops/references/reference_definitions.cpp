// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/references/reference_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
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
