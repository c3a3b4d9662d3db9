// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/subset.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "model/schema/coordinates.hpp"
#include "ops/copy/used_types.hpp"
#include "ops/named_parts.hpp"

namespace ncf::ops {
namespace {

using model::GroupId;
using model::Schema;
using model::VariableId;

/// Returns the groups and their ancestors, which hold dimensions and types that they need.
Marks with_ancestors(const Schema& schema, Marks groups) {
  groups[0] = true;
  for (GroupId id = groups.size(); id-- > 1;) {
    if (groups[id]) groups[*schema.groups[id].parent] = true;
  }
  return groups;
}

/// New ids for the marked elements, in order; the ids of others are unused.
std::vector<std::size_t> renumber(const Marks& marks) {
  std::vector<std::size_t> ids(marks.size(), 0);
  std::size_t next = 0;
  for (std::size_t id = 0; id < marks.size(); ++id) {
    if (marks[id]) ids[id] = next++;
  }
  return ids;
}

Schema keep_groups(const Schema& input, const Marks& groups) {
  const auto group_ids = renumber(groups);
  Schema part;
  part.format = input.format;
  part.groups.clear();
  for (GroupId id = 0; id < input.groups.size(); ++id) {
    if (!groups[id]) continue;
    model::Group group = input.groups[id];
    if (group.parent) group.parent = group_ids[*group.parent];
    part.groups.push_back(std::move(group));
  }
  for (model::UserType type : input.types) {
    if (!groups[type.group]) continue;
    type.group = group_ids[type.group];
    part.types.push_back(std::move(type));
  }
  return part;
}

/// A type without a name in the input is kept only if a variable or attribute uses it.
void leave_out_unused_types(Schema& part) {
  UsedTypes used(part);
  for (const model::UserType& type : part.types) {
    if (!type.is_unnamed) used.add(type.type);
  }
  const auto is_unused = [&](const model::UserType& type) { return !used.has(type.type); };
  part.types.erase(std::remove_if(part.types.begin(), part.types.end(), is_unused),
                   part.types.end());
}

/// Adds the groups with dimensions and types that the groups and variables use.
Marks with_used_groups(const Schema& schema, Marks groups, const Marks& variables) {
  for (Marks before; before != groups;) {
    before = groups;
    UsedTypes used;
    for (GroupId id = 0; id < groups.size(); ++id) {
      if (groups[id]) used.add(schema.groups[id].attributes);
    }
    for (VariableId id = 0; id < variables.size(); ++id) {
      if (!variables[id]) continue;
      const model::Variable& variable = schema.variables[id];
      used.add(variable);
      for (const auto dimension : variable.dimensions) {
        groups[schema.dimensions[dimension].group] = true;
      }
    }
    for (const model::UserType& type : schema.types) {
      if (used.has(type.type)) groups[type.group] = true;
    }
    groups = with_ancestors(schema, std::move(groups));
  }
  return groups;
}

/// Returns the dimensions of the marked groups, without those that have no name in the input and
/// that no marked variable uses.
Marks dimensions_of(const Schema& schema, const Marks& groups, const Marks& variables) {
  Marks dimensions;
  for (const model::Dimension& dimension : schema.dimensions) {
    dimensions.push_back(groups[dimension.group] && !dimension.is_unnamed);
  }
  for (VariableId id = 0; id < variables.size(); ++id) {
    if (!variables[id]) continue;
    for (const model::DimensionId used : schema.variables[id].dimensions) dimensions[used] = true;
  }
  return dimensions;
}

/// Returns the schema of the marked groups and variables, with the dimensions of those groups.
Schema keep(const Schema& input, const Marks& groups, const Marks& variables) {
  Schema part = keep_groups(input, groups);
  const auto group_ids = renumber(groups);
  const Marks dimensions = dimensions_of(input, groups, variables);
  for (model::DimensionId id = 0; id < input.dimensions.size(); ++id) {
    if (!dimensions[id]) continue;
    model::Dimension dimension = input.dimensions[id];
    dimension.group = group_ids[dimension.group];
    part.dimensions.push_back(std::move(dimension));
  }
  const auto dimension_ids = renumber(dimensions);
  for (VariableId id = 0; id < input.variables.size(); ++id) {
    if (!variables[id]) continue;
    model::Variable variable = input.variables[id];
    variable.group = group_ids[variable.group];
    for (model::DimensionId& dimension : variable.dimensions) dimension = dimension_ids[dimension];
    part.variables.push_back(std::move(variable));
  }
  leave_out_unused_types(part);
  return part;
}

/// Returns the findings about what a part of the input keeps.
std::vector<model::Finding> keep_findings(const Schema& input, const Schema& part) {
  std::set<std::string> kept;
  for (GroupId id = 0; id < part.groups.size(); ++id) kept.insert(part.group_path(id));
  for (VariableId id = 0; id < part.variables.size(); ++id) kept.insert(part.variable_path(id));
  for (const model::UserType& type : part.types) kept.insert(part.type_path(type));
  std::vector<model::Finding> findings;
  std::copy_if(input.findings.begin(), input.findings.end(), std::back_inserter(findings),
               [&](const model::Finding& finding) { return kept.contains(finding.path); });
  return findings;
}

}  // namespace

Subset choose_subset(const CopyOptions& options, const Schema& input) {
  Marks groups(input.groups.size(), true);
  Marks defined(input.variables.size(), true);
  Marks has_values(input.variables.size(), true);

  if (options.variables) {
    has_values = find_variables(input, options.variables->names,
                                options.variables->others_defined ? "-v" : "-V");
    if (options.with_coordinates) has_values = model::with_associated(input, has_values);
    if (!options.variables->others_defined) defined = has_values;
  }
  if (options.groups) {
    const Marks named =
        find_groups(input, options.groups->names, options.groups->others_defined ? "-g" : "-G");
    if (!options.groups->others_defined) groups = with_ancestors(input, named);
    for (VariableId id = 0; id < input.variables.size(); ++id) {
      if (named[input.variables[id].group]) continue;
      has_values[id] = false;
      if (!options.groups->others_defined) defined[id] = false;
    }
    groups = with_used_groups(input, std::move(groups), defined);
  }

  Subset subset;
  subset.schema = keep(input, groups, defined);
  const bool is_part = (options.variables && !options.variables->others_defined) ||
                       (options.groups && !options.groups->others_defined);
  subset.schema.findings = is_part ? keep_findings(input, subset.schema) : input.findings;
  const std::vector<bool> coordinates = model::find_coordinates(input);
  for (VariableId id = 0; id < input.variables.size(); ++id) {
    if (!defined[id]) continue;
    subset.input_ids.push_back(id);
    subset.has_values.push_back(has_values[id]);
    subset.is_coordinate.push_back(coordinates[id]);
  }
  return subset;
}

}  // namespace ncf::ops
