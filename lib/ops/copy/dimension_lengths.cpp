// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/dimension_lengths.hpp"

#include <algorithm>
#include <vector>

#include "base/threads/stop.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::VariableId;

bool has_grown(const model::Dimension& dimension) {
  return dimension.is_unlimited && dimension.length > 0;
}

bool has_grown_dimension(const Schema& schema, VariableId id) {
  const auto& dimensions = schema.variables[id].dimensions;
  return std::any_of(dimensions.begin(), dimensions.end(), [&](model::DimensionId dimension) {
    return has_grown(schema.dimensions[dimension]);
  });
}

std::vector<VariableId> variables_to_fill(const CopyDecision& decision) {
  const Schema& schema = decision.output_schema;
  std::vector<VariableId> ids;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    if (!decision.source.has_values[id] && has_grown_dimension(schema, id)) ids.push_back(id);
  }
  return ids;
}

/// Extends dimensions that are still too short, by the first variable of each.
void extend_too_short(const Schema& schema, model::Target& output) {
  if (std::ranges::none_of(schema.dimensions, has_grown)) return;
  std::vector<std::size_t> reached(schema.dimensions.size(), 0);
  std::vector<std::vector<std::size_t>> extents;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    extents.push_back(output.stored_form(id).extent);
    const auto& dimensions = schema.variables[id].dimensions;
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
      reached[dimensions[i]] = std::max(reached[dimensions[i]], extents[id][i]);
    }
  }
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    std::vector<std::size_t> extent = extents[id];
    const auto& dimensions = schema.variables[id].dimensions;
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
      const model::Dimension& dimension = schema.dimensions[dimensions[i]];
      if (!dimension.is_unlimited || reached[dimensions[i]] >= dimension.length) continue;
      extent[i] = reached[dimensions[i]] = dimension.length;
    }
    if (extent != extents[id]) output.extend(id, extent);
  }
}

}  // namespace

void extend_to_lengths(const CopyDecision& decision, model::Target& output) {
  const Schema& schema = decision.output_schema;
  for (const VariableId id : variables_to_fill(decision)) {
    base::throw_if_stopped();
    output.extend(id, schema.shape(schema.variables[id]));
  }
  extend_too_short(schema, output);
}

}  // namespace ncf::ops
