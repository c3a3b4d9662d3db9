// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/new_chunks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using model::DimensionId;
using model::Schema;
using model::Variable;
using model::VariableId;

/// Drops what is before `begin` of the joined dimension.
void drop(model::ViewVariable& viewed, std::size_t begin) {
  std::vector<model::Segment>& axis = viewed.grid.axes[*viewed.grid.joined_axis];
  std::vector<model::Segment> segments;
  std::vector<model::Origin> origins;
  for (std::size_t i = 0; i < axis.size(); ++i) {
    const model::Segment& segment = axis[i];
    const std::size_t end = segment.to + segment.count;
    if (end <= begin) continue;
    const std::size_t first = std::max(segment.to, begin);
    segments.push_back({first - begin, end - first, segment.source_of(first), segment.step});
    origins.push_back(std::move(viewed.origins[i]));
  }
  axis = std::move(segments);
  viewed.origins = std::move(origins);
}

/// Drops the dimensions that no variable has.
void drop_unused_dimensions(Schema& schema) {
  std::vector<model::Dimension> used;
  std::map<DimensionId, DimensionId> ids;
  for (Variable& variable : schema.variables) {
    for (DimensionId& id : variable.dimensions) {
      const auto [known, is_new] = ids.emplace(id, used.size());
      if (is_new) used.push_back(schema.dimensions[id]);
      id = known->second;
    }
  }
  schema.dimensions = std::move(used);
}

}  // namespace

void keep_new_chunks(model::ViewDefinition& view, const std::string& dimension, std::size_t first) {
  Schema& schema = view.schema;
  std::map<std::size_t, DimensionId> dimensions;  // by the length of files
  std::vector<Variable> variables;
  std::vector<model::ViewVariable> viewed;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    model::ViewVariable& one = view.variables[id];
    const bool is_unchanged = one.origins.size() == 1 && one.origins.front().source == first;
    if (!one.grid.joined_axis || is_unchanged) continue;
    if (one.grid.is_new_axis) {
      throw Error(ErrorCode::unsupported, fmt::format("has no dimension {}", dimension));
    }
    if (one.origins.front().source != first) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("its values of {} begin after those of an input, which would have to "
                              "be inserted before them",
                              dimension));
    }
    Variable& variable = schema.variables[id];
    const std::size_t axis = *one.grid.joined_axis;
    const auto& storage = variable.storage;
    const auto& files = storage.shard_shape.empty() ? storage.chunk_shape : storage.shard_shape;
    const std::size_t length = one.grid.axes[axis].front().count;
    const std::size_t begin = length / files[axis] * files[axis];
    const auto [known, is_new] = dimensions.emplace(files[axis], schema.dimensions.size());
    if (is_new) {
      const std::size_t all = schema.dimensions[variable.dimensions[axis]].length;
      // Shards are cut off at the end of fixed dimensions.
      schema.dimensions.push_back(
          {fmt::format("{}_{}", dimension, files[axis]), all - begin, true});
    }
    drop(one, begin);
    variable.dimensions[axis] = known->second;
    variables.push_back(std::move(variable));
    viewed.push_back(std::move(one));
  }
  schema.variables = std::move(variables);
  view.variables = std::move(viewed);
  drop_unused_dimensions(schema);
}

}  // namespace ncf::ops
