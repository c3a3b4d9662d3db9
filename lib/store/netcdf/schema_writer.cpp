// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/schema_writer.hpp"

#include "model/schema/fill_values.hpp"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/types.hpp"

namespace ncf::store::netcdf {

namespace {

using model::Attribute;
using model::Dimension;
using model::Schema;
using model::Variable;
using model::VariableId;

// The macro in netcdf.h for it depends on the release.
constexpr const char* fill_value_name = "_FillValue";

/// Returns a temporary name of the same length, so that the attribute can be renamed in place.
std::string name_meanwhile(const Variable& variable) {
  std::string name = fill_value_name;
  while (model::find_attribute(variable.attributes, name) != nullptr) ++name.back();
  return name;
}

void put_attribute(int ncid, int varid, const Attribute& attribute, const std::string& name) {
  with_context([&] { return "attribute " + attribute.name; },
               [&] {
                 const model::Values& values = *attribute.values;
                 static constexpr char nothing =
                     0;  // libnetcdf requires a pointer even without values
                 const void* data = values.count() > 0 ? static_cast<const void*>(values.data())
                                                       : static_cast<const void*>(&nothing);
                 call(nc_put_att, ncid, varid, name.c_str(), atomic_id(values.type()->type_class),
                      values.count(), data);
               });
}

int define_dimension(int ncid, const Dimension& dimension) {
  int dimid = 0;
  call(nc_def_dim, ncid, dimension.name.c_str(),
       dimension.is_unlimited ? NC_UNLIMITED : dimension.length, &dimid);
  return dimid;
}

void define_variable(int ncid, const Variable& variable, const std::vector<int>& dimids_of_all,
                     OddFillValues& odd_fill_values) {
  std::vector<int> dimids;
  for (const model::DimensionId id : variable.dimensions) dimids.push_back(dimids_of_all.at(id));
  int varid = 0;
  call(nc_def_var, ncid, variable.name.c_str(), atomic_id(variable.type->type_class),
       static_cast<int>(dimids.size()), static_cast<const int*>(dimids.data()), &varid);
  if (variable.no_fill) {
    call(nc_def_var_fill, ncid, varid, NC_NOFILL, static_cast<const void*>(nullptr));
  }
  for (const Attribute& attribute : variable.attributes) {
    if (attribute.name == fill_value_name && model::has_odd_fill_value(variable)) {
      odd_fill_values.push_back({varid, name_meanwhile(variable)});
      put_attribute(ncid, varid, attribute, odd_fill_values.back().name);
    } else {
      put_attribute(ncid, varid, attribute, attribute.name);
    }
  }
}

}  // namespace

OddFillValues define_schema(int ncid, const Schema& schema) {
  OddFillValues odd_fill_values;
  std::vector<int> dimids;
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    with_context([&] { return "dimension " + schema.dimension_path(id); },
                 [&] { dimids.push_back(define_dimension(ncid, schema.dimensions[id])); });
  }
  with_context([&] { return "group " + schema.group_path(0); },
               [&] {
                 for (const Attribute& attribute : schema.groups.front().attributes) {
                   put_attribute(ncid, NC_GLOBAL, attribute, attribute.name);
                 }
               });
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    with_context([&] { return "variable " + schema.variable_path(id); },
                 [&] { define_variable(ncid, schema.variables[id], dimids, odd_fill_values); });
  }
  return odd_fill_values;
}

void rename_fill_values(int ncid, const OddFillValues& odd_fill_values) {
  for (const auto& [varid, name] : odd_fill_values) {
    call(nc_rename_att, ncid, varid, name.c_str(), fill_value_name);
  }
}

}  // namespace ncf::store::netcdf
