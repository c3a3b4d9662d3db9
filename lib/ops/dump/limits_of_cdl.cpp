// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "cdl/write/escapes.hpp"
#include "model/schema/fill_values.hpp"
#include "ops/dump/document.hpp"

namespace ncf::ops {
namespace {

using model::Schema;

/// Returns what has a name that CDL cannot express: netCDF does not allow it, but Zarr and HDF5 do.
std::vector<std::string> find_names_beyond_cdl(const Schema& schema) {
  std::vector<std::string> found;
  const auto visit = [&](std::string_view kind, std::string path, std::string_view name) {
    if (!cdl::is_expressible_name(name)) found.push_back(fmt::format("{} {}", kind, path));
  };
  for (const model::UserType& user : schema.types) {
    const std::string path = schema.type_path(user);
    visit("type", path, user.type->name);
    for (const auto& field : user.type->fields) visit("field", path + "." + field.name, field.name);
    for (const auto& member : user.type->members) {
      visit("enumeration member", path + "." + member.name, member.name);
    }
  }
  const auto visit_attributes = [&](const std::string& owner, const auto& attributes) {
    for (const model::Attribute& attribute : attributes) {
      visit("attribute", owner + ":" + attribute.name, attribute.name);
    }
  };
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    visit("dimension", schema.dimension_path(id), schema.dimensions[id].name);
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    visit("variable", schema.variable_path(id), schema.variables[id].name);
    visit_attributes(schema.variable_path(id), schema.variables[id].attributes);
  }
  visit_attributes("", schema.groups.front().attributes);
  for (model::GroupId id = 1; id < schema.groups.size(); ++id) {
    visit("group", schema.group_path(id), schema.groups[id].name);
    visit_attributes(schema.group_path(id), schema.groups[id].attributes);
  }
  return found;
}

/// Returns the unlimited dimensions whose length generators cannot infer from values.
std::vector<std::string> find_lost_lengths(const Schema& schema) {
  std::vector<bool> is_used(schema.dimensions.size());
  for (const model::Variable& variable : schema.variables) {
    if (!holds_values(schema, variable)) continue;
    for (const model::DimensionId id : variable.dimensions) is_used[id] = true;
  }
  std::vector<std::string> paths;
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    const model::Dimension& dimension = schema.dimensions[id];
    if (is_used[id] || !dimension.is_unlimited || dimension.length == 0) continue;
    paths.push_back(schema.dimension_path(id));
  }
  return paths;
}

/// Returns the fill values that generators may convert to one value of the variable's type. Some
/// classic files have others.
std::vector<std::string> find_converted_fill_values(const Schema& schema) {
  std::vector<std::string> paths;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const model::Variable& variable = schema.variables[id];
    if (!model::has_odd_fill_value(variable)) continue;
    const model::Values& values = *model::find_attribute(variable.attributes, "_FillValue")->values;
    const bool is_text = variable.type->type_class == model::TypeClass::char_;
    const bool is_kept = (is_text && model::same_type(*values.type(), *variable.type)) ||
                         (variable.type->is_number() && values.count() != 1);
    if (!is_kept) paths.push_back(schema.variable_path(id) + ":_FillValue");
  }
  return paths;
}

}  // namespace

void note_limits_of_cdl(const DumpOptions& options, const Schema& schema,
                        std::vector<std::string>& notes) {
  const auto note = [&](std::string_view what, const std::vector<std::string>& parts) {
    if (parts.empty()) return;
    notes.push_back(fmt::format("{}: {}: {}", options.input, what, fmt::join(parts, ", ")));
  };
  note("CDL cannot express these names, --json can", find_names_beyond_cdl(schema));
  if (!options.style.exact) return;
  if (options.values != DumpedValues::none) {
    note("CDL cannot express the length of these unlimited dimensions, which no values show",
         find_lost_lengths(schema));
  }
  note("ncfgen and ncgen may convert these to the type of the variable",
       find_converted_fill_values(schema));
}

}  // namespace ncf::ops
