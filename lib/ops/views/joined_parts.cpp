// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/joined_parts.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/threads/stop.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/values/convert.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {

using model::Dimension;
using model::DimensionId;
using model::GroupId;
using model::Schema;
using model::UserType;
using model::Variable;
using model::VariableId;

namespace {

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

Paths types_of(const Schema& schema) {
  Paths paths;
  for (std::size_t id = 0; id < schema.types.size(); ++id) {
    const UserType& type = schema.types[id];
    if (!type.is_unnamed) paths[schema.type_path(type)] = id;
  }
  return paths;
}

}  // namespace

void require_same_definitions(const Schema& first, const Schema& other,
                              const std::string& first_input, const std::string& joined) {
  require_same("group", groups_of(first), groups_of(other), first_input,
               [](auto, auto) { return ""; });
  require_same("dimension", dimensions_of(first), dimensions_of(other), first_input,
               [&](DimensionId a, DimensionId b) {
                 const Dimension& dimension = first.dimensions[a];
                 const bool is_joined = dimension.group == 0 && dimension.name == joined;
                 const bool is_same = is_joined || dimension.length == other.dimensions[b].length;
                 return is_same ? "" : "another length";
               });
  require_same("type", types_of(first), types_of(other), first_input,
               [&](std::size_t a, std::size_t b) {
                 const bool is_same = model::same_type(*first.types[a].type, *other.types[b].type);
                 return is_same ? "" : "another definition";
               });
}

const model::Attribute* find_meaning(const Variable& variable, std::string_view name) {
  const auto* const attribute = model::find_attribute(variable.attributes, name);
  if (attribute == nullptr || (name != "_FillValue" && name != "missing_value")) return attribute;
  const std::vector<double> numbers = model::to_doubles(*attribute->values);
  return numbers.size() == 1 && std::isnan(numbers.front()) ? nullptr : attribute;
}

bool have_same_values(model::Source& a, VariableId a_id, model::Source& b, VariableId b_id) {
  constexpr std::uint64_t slab_bytes = std::uint64_t{8} << 20U;
  const Variable& variable = a.schema().variables[a_id];
  const std::vector<std::size_t> shape = a.schema().shape(variable);
  const model::ChunkGrid grid(shape,
                              model::slab_shape(shape, variable.type->size_bytes, slab_bytes));
  model::Values left(variable.type);
  model::Values right(b.schema().variables[b_id].type);
  for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
    base::throw_if_stopped();
    const model::Box box = grid.within(grid.chunk_box(i));
    a.read(a_id, box, left);
    b.read(b_id, box, right);
    if (left != right) return false;
  }
  return true;
}

}  // namespace ncf::ops
