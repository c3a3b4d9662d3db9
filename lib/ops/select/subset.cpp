// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/subset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "model/schema/coordinates.hpp"
#include "ops/report/quantities.hpp"
#include "ops/select/variable_selection.hpp"
#include "store/netcdf4/names.hpp"

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
void leave_out_unnamed_types(Schema& part) {
  UsedTypes used(part);
  for (const model::UserType& type : part.types) {
    if (!type.is_unnamed) used.add(type.type);
  }
  std::erase_if(part.types, [&](const model::UserType& type) { return !used.has(type.type); });
}

/// Adds the groups of the variables, and those with dimensions and types that they and the groups
/// use.
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
      groups[variable.group] = true;
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
  leave_out_unnamed_types(part);
  return part;
}

/// Returns the groups that netCDF can name, like all groups above them.
Marks with_names(const Schema& schema) {
  Marks named(schema.groups.size(), true);
  for (GroupId id = 1; id < schema.groups.size(); ++id) {
    const model::Group& group = schema.groups[id];
    named[id] = named[*group.parent] && store::netcdf4::is_name(group.name);
  }
  return named;
}

/// Returns the paths of all that a schema contains.
std::set<std::string> paths_of(const Schema& schema) {
  std::set<std::string> paths;
  for (GroupId id = 0; id < schema.groups.size(); ++id) paths.insert(schema.group_path(id));
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    paths.insert(schema.variable_path(id));
  }
  for (const model::UserType& type : schema.types) paths.insert(schema.type_path(type));
  return paths;
}

/// Returns the paths of the dimensions that variables have.
std::set<std::string> paths_of_used_dimensions(const Schema& schema) {
  std::set<std::string> paths;
  for (const model::Variable& variable : schema.variables) {
    for (const auto id : variable.dimensions) paths.insert(schema.dimension_path(id));
  }
  return paths;
}

/// Returns the nearest group above an object. ids: of all groups, by their paths.
GroupId group_above(std::string path, const std::map<std::string, GroupId>& ids) {
  while (path.size() > 1) {
    path.erase(std::max<std::size_t>(1, path.rfind('/')));
    if (const auto found = ids.find(path); found != ids.end()) return found->second;
  }
  return 0;
}

/// Returns the findings about a part of the input. with_unknown: the groups of which the part has
/// all objects, also those that the schema lacks.
std::vector<model::Finding> keep_findings(const Schema& input, const Schema& part,
                                          const Marks& with_unknown) {
  std::set<std::string> known = paths_of(input);
  std::set<std::string> kept = paths_of(part);
  const std::set<std::string> used = paths_of_used_dimensions(part);
  for (model::DimensionId id = 0; id < input.dimensions.size(); ++id) {
    const std::string path = input.dimension_path(id);
    const bool has_variable = !known.insert(path).second;
    if (has_variable) continue;
    if (used.contains(path) || with_unknown[input.dimensions[id].group]) kept.insert(path);
  }
  std::map<std::string, GroupId> group_ids;
  for (GroupId id = 0; id < input.groups.size(); ++id) group_ids[input.group_path(id)] = id;
  std::vector<model::Finding> findings;
  std::ranges::copy_if(
      input.findings, std::back_inserter(findings), [&](const model::Finding& finding) {
        return known.contains(finding.path) ? kept.contains(finding.path)
                                            : with_unknown[group_above(finding.path, group_ids)];
      });
  return findings;
}

/// what: "types" or "groups".
void note_left_out(std::vector<std::string>& notes, std::string_view what, Format format,
                   const std::vector<std::string>& paths) {
  note_few(notes,
           fmt::format("{} has no {}; left out because nothing in the output needs them",
                       format_name(format), what),
           paths);
}

void leave_out_unused_types(Schema& schema, std::vector<std::string>& notes) {
  tell_unused_types(schema, notes);
  const UsedTypes used(schema);
  std::erase_if(schema.types, [&](const model::UserType& type) { return !used.has(type.type); });
}

bool is_all_in_root(const Schema& schema) {
  const auto is_outside = [](const auto& part) { return part.group != 0; };
  return std::ranges::none_of(schema.variables, is_outside) &&
         std::ranges::none_of(schema.types, is_outside) &&
         std::all_of(schema.groups.begin() + 1, schema.groups.end(),
                     [](const model::Group& group) { return group.attributes.empty(); });
}

void leave_out_dimensions_of_groups(Schema& schema) {
  std::vector<model::Dimension> dimensions;
  std::vector<model::DimensionId> ids;
  for (model::Dimension& dimension : schema.dimensions) {
    ids.push_back(dimensions.size());
    if (dimension.group == 0) dimensions.push_back(std::move(dimension));
  }
  schema.dimensions = std::move(dimensions);
  for (model::Variable& variable : schema.variables) {
    for (model::DimensionId& dimension : variable.dimensions) dimension = ids[dimension];
  }
}

void leave_out_empty_groups(Schema& schema, std::vector<std::string>& notes) {
  if (schema.groups.size() == 1 || !is_all_in_root(schema)) return;
  std::vector<std::string> paths;
  for (GroupId id = 1; id < schema.groups.size(); ++id) paths.push_back(schema.group_path(id));
  note_left_out(notes, "groups", schema.format, paths);
  leave_out_dimensions_of_groups(schema);
  schema.groups.resize(1);
}

/// Returns the name by which Zarr's booleans, complex numbers and raw bytes are read.
std::string name_in_zarr(const model::Type& type) {
  if (type.type_class == model::TypeClass::enumeration) return "bool";
  const bool is_opaque = type.type_class == model::TypeClass::opaque;
  return is_opaque ? fmt::format("V{}", type.size_bytes)
                   : fmt::format("complex{}", 8 * type.size_bytes);
}

void tell_lost_names(const Schema& schema, std::vector<std::string>& notes) {
  std::vector<std::string> paths;
  for (const model::UserType& type : schema.types) {
    const bool is_lost = !type.is_unnamed && type.type->name != name_in_zarr(*type.type);
    if (is_lost) paths.push_back(schema.type_path(type));
  }
  note_few(notes, fmt::format("{} has no names of types; left out", format_name(schema.format)),
           paths);
}

}  // namespace

Subset choose_subset(const CopyOptions& options, const Schema& input) {
  Marks groups(input.groups.size(), true);
  Marks defined(input.variables.size(), true);
  Marks has_values(input.variables.size(), true);
  const bool selects_variables = options.variables && !options.variables->others_defined;
  const bool selects_groups = options.groups && !options.groups->others_defined;
  Marks with_unknown(input.groups.size(), true);

  if (options.variables) {
    has_values = find_variables(input, options.variables->names, selects_variables ? "-V" : "-v");
    if (options.with_coordinates) has_values = model::with_associated(input, has_values);
    if (selects_variables) defined = has_values;
  }
  if (options.groups) {
    const Marks named = find_groups(input, options.groups->names, selects_groups ? "-G" : "-g");
    if (selects_groups) groups = with_unknown = named;
    for (VariableId id = 0; id < input.variables.size(); ++id) {
      if (named[input.variables[id].group]) continue;
      has_values[id] = false;
      if (selects_groups) defined[id] = false;
    }
    groups = with_used_groups(input, with_ancestors(input, std::move(groups)), defined);
  }

  if (selects_variables && !options.groups) {
    groups = with_used_groups(input, with_ancestors(input, with_names(input)), defined);
  }
  Subset subset;
  subset.schema = keep(input, groups, defined);
  if (selects_variables) with_unknown.assign(with_unknown.size(), false);
  subset.schema.findings = selects_variables || selects_groups
                               ? keep_findings(input, subset.schema, with_unknown)
                               : input.findings;
  if (selects_variables && !options.with_coordinates) {
    const Marks associated = model::with_associated(input, defined);
    for (VariableId id = 0; id < input.variables.size(); ++id) {
      if (associated[id] && !defined[id]) subset.without.push_back(input.variable_path(id));
    }
  }
  const std::vector<bool> coordinates = model::find_coordinates(input);
  for (VariableId id = 0; id < input.variables.size(); ++id) {
    if (!defined[id]) continue;
    subset.input_ids.push_back(id);
    subset.has_values.push_back(has_values[id]);
    subset.is_coordinate.push_back(coordinates[id]);
  }
  return subset;
}

UsedTypes::UsedTypes(const Schema& schema) {
  for (const model::Group& group : schema.groups) add(group.attributes);
  for (const model::Variable& variable : schema.variables) add(variable);
}

void UsedTypes::add(const model::TypeRef& type) {
  if (type->is_atomic() || !used_.insert(type.get()).second) return;
  if (type->base) add(type->base);
  for (const model::CompoundField& field : type->fields) add(field.type);
}

void UsedTypes::add(const std::vector<model::Attribute>& attributes) {
  for (const model::Attribute& attribute : attributes) add(attribute.values->type());
}

void UsedTypes::add(const model::Variable& variable) {
  add(variable.type);
  add(variable.attributes);
}

void tell_unused_types(const Schema& schema, std::vector<std::string>& notes) {
  const UsedTypes used(schema);
  std::vector<std::string> paths;
  for (const model::UserType& type : schema.types) {
    if (!used.has(type.type)) paths.push_back(schema.type_path(type));
  }
  note_left_out(notes, "user-defined types", schema.format, paths);
}

void leave_out_unneeded(Schema& schema, std::vector<std::string>& notes) {
  if (schema.format == Format::netcdf4) return;
  leave_out_unused_types(schema, notes);
  if (is_zarr(schema.format)) tell_lost_names(schema, notes);
  if (!is_zarr(schema.format)) leave_out_empty_groups(schema, notes);
}

}  // namespace ncf::ops
