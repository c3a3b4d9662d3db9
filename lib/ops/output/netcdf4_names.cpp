// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/netcdf4_names.hpp"

#include <fmt/format.h>

#include "ncf/error.hpp"
#include "ops/report/quantities.hpp"
#include "store/netcdf4/names.hpp"

namespace ncf::ops {

using model::Schema;

void leave_out_special(Schema& schema, std::vector<std::string>& notes) {
  std::vector<std::string> names;
  const auto leave_out = [&](std::vector<model::Attribute>& attributes, const std::string& owner) {
    std::erase_if(attributes, [&](const model::Attribute& attribute) {
      if (!store::netcdf4::is_reserved_attribute(attribute.name)) return false;
      names.push_back(model::attribute_path(owner, attribute.name));
      return true;
    });
  };
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    leave_out(schema.groups[id].attributes, schema.group_path(id));
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    leave_out(schema.variables[id].attributes, schema.variable_path(id));
  }
  if (names.empty()) return;
  notes.push_back(
      fmt::format("netCDF-4 reserves the names of these attributes, which are left out: {}",
                  format_few(names)));
}

void require_names_of_groups(const Schema& schema) {
  for (model::GroupId id = 1; id < schema.groups.size(); ++id) {
    try {
      (void)store::netcdf4::name_in_file(schema.groups[id].name);
    } catch (const Error& error) {
      throw Error(error.code(),
                  fmt::format("group {}: {}; to leave it out, name the variables to copy with -V",
                              schema.group_path(id), error.what()));
    }
  }
}

}  // namespace ncf::ops
