// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dump/selection.hpp"

#include <algorithm>
#include <optional>

namespace ncf::ops {
namespace {

using model::GroupId;
using model::Schema;
using model::VariableId;

bool is_above_or_same(const Schema& schema, GroupId upper, GroupId group) {
  for (std::optional<GroupId> at = group; at; at = schema.groups[*at].parent) {
    if (*at == upper) return true;
  }
  return false;
}

/// Whether it has one dimension, visible from its group, with the same name.
bool is_coordinate(const Schema& schema, const model::Variable& variable) {
  if (variable.dimensions.size() != 1) return false;
  return std::any_of(schema.dimensions.begin(), schema.dimensions.end(),
                     [&](const model::Dimension& dimension) {
                       return dimension.name == variable.name &&
                              is_above_or_same(schema, dimension.group, variable.group);
                     });
}

void keep_coordinates(const Schema& schema, Marks& variables) {
  for (VariableId id = 0; id < variables.size(); ++id) {
    variables[id] = variables[id] && is_coordinate(schema, schema.variables[id]);
  }
}

}  // namespace

DumpSelection select_values(const DumpOptions& options, const Schema& schema) {
  const bool has_values = options.values != DumpedValues::none;
  DumpSelection selection{Marks(schema.groups.size(), has_values),
                          Marks(schema.variables.size(), has_values)};
  if (!options.variables.empty()) {
    const Marks named = find_variables(schema, options.variables, "-v");
    if (has_values) selection.variables = named;
  }
  if (!options.groups.empty()) {
    if (!has_enhanced_model(schema.format)) {
      throw Error(ErrorCode::unsupported, "-g: only netCDF-4 files have groups");
    }
    const Marks named = find_groups(schema, options.groups, "-g");
    if (has_values) selection.groups = named;
  }
  if (options.values == DumpedValues::coordinates) {
    keep_coordinates(schema, selection.variables);
  }
  return selection;
}

}  // namespace ncf::ops
