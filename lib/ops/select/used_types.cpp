// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/used_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "ops/report/quantities.hpp"

namespace ncf::ops {
namespace {

using model::GroupId;
using model::Schema;

/// Formats a note about what is left out. what: "types" or "groups".
std::string left_out(const std::vector<std::string>& paths, std::string_view what, Format format) {
  return fmt::format("{} has no {}; left out because nothing in the output needs them: {}",
                     format_name(format), what, format_few(paths));
}

void leave_out_unused_types(Schema& schema, std::vector<std::string>& notes) {
  tell_unused_types(schema, notes);
  const UsedTypes used(schema);
  std::erase_if(schema.types, [&](const model::UserType& type) { return !used.has(type.type); });
}

bool is_all_in_root(const Schema& schema) {
  const auto is_outside = [](const auto& part) { return part.group != 0; };
  return std::none_of(schema.variables.begin(), schema.variables.end(), is_outside) &&
         std::none_of(schema.types.begin(), schema.types.end(), is_outside) &&
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
  notes.push_back(left_out(paths, "groups", schema.format));
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
    if (!type.is_unnamed && type.type->name != name_in_zarr(*type.type))
      paths.push_back(schema.type_path(type));
  }
  if (paths.empty()) return;
  notes.push_back(fmt::format("{} has no names of types; left out: {}", format_name(schema.format),
                              format_few(paths)));
}

}  // namespace

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
  if (!paths.empty()) notes.push_back(left_out(paths, "user-defined types", schema.format));
}

void leave_out_unneeded(Schema& schema, std::vector<std::string>& notes) {
  if (schema.format == Format::netcdf4) return;
  leave_out_unused_types(schema, notes);
  if (is_zarr(schema.format)) tell_lost_names(schema, notes);
  if (!is_zarr(schema.format)) leave_out_empty_groups(schema, notes);
}

}  // namespace ncf::ops
