// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/joined_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/threads/stop.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/values/numbers.hpp"
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

/// Returns the dimensions that variables to keep have, or all.
Paths dimensions_of(const KeptPart& part) {
  const Schema& schema = part.schema;
  Paths paths;
  for (DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    bool is_kept = part.kept.empty();
    for (VariableId variable = 0; variable < part.kept.size() && !is_kept; ++variable) {
      is_kept =
          part.kept[variable] && std::ranges::count(schema.variables[variable].dimensions, id) > 0;
    }
    if (is_kept) paths[schema.dimension_path(id)] = id;
  }
  return paths;
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

void require_same_definitions(const KeptPart& first_part, const KeptPart& other_part,
                              const std::string& first_input, const std::string& joined) {
  const Schema& first = first_part.schema;
  const Schema& other = other_part.schema;
  require_same("group", groups_of(first), groups_of(other), first_input,
               [](auto, auto) { return ""; });
  require_same("dimension", dimensions_of(first_part), dimensions_of(other_part), first_input,
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

void require_same_dimensions(const VariableOf& first, const VariableOf& other,
                             const std::string& first_input, const std::string& joined) {
  const auto describe = [&](const VariableOf& one) {
    std::vector<std::string> texts;
    for (const DimensionId id : one.variable.dimensions) {
      const Dimension& dimension = one.schema.dimensions[id];
      const bool is_joined = dimension.group == 0 && dimension.name == joined;
      texts.push_back(is_joined ? dimension.name
                                : fmt::format("{} = {}", dimension.name, dimension.length));
    }
    return fmt::format("({})", fmt::join(texts, ", "));
  };
  const std::string a = describe(first);
  const std::string b = describe(other);
  if (a == b) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("has dimensions {}, but {} in {}", b, a, first_input));
}

const model::Attribute* find_meaning(const Variable& variable, std::string_view name) {
  const auto* const attribute = model::find_attribute(variable.attributes, name);
  if (attribute == nullptr || (name != "_FillValue" && name != "missing_value")) return attribute;
  const std::vector<double> numbers = model::to_doubles(*attribute->values);
  return numbers.size() == 1 && std::isnan(numbers.front()) ? nullptr : attribute;
}

bool have_same_values(const model::ViewVariable& a, const model::ViewVariable& b,
                      const model::TypeRef& type, model::SourcePool& pool) {
  constexpr std::uint64_t slab_bytes = std::uint64_t{8} << 20U;
  std::vector<std::size_t> shape;
  for (const auto& axis : a.grid.axes) shape.push_back(axis.empty() ? 0 : axis.front().count);
  const model::ChunkGrid grid(shape, model::slab_shape(shape, type->size_bytes, slab_bytes));
  model::Values left(type);
  model::Values right(type);
  for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
    base::throw_if_stopped();
    const model::Box box = grid.within(grid.chunk_box(i));
    model::read_values(a, pool, box, left);
    model::read_values(b, pool, box, right);
    if (left != right) return false;
  }
  return true;
}

}  // namespace ncf::ops
