// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/name_check.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/at_place.hpp"
#include "ncf/error.hpp"
#include "store/netcdf4/names.hpp"

namespace ncf::store {
namespace {

using model::GroupId;
using model::Variable;

class NameCheck {
 public:
  explicit NameCheck(const model::Schema& schema)
      : schema_(schema),
        stores_(fmt::format("{} {}", format_name(schema.format),
                            is_zarr(schema.format) ? "stores" : "files")) {}

  void run() {
    if (is_netcdf4(schema_.format)) add_types_and_dimensions();
    if (schema_.format == Format::nczarr) check_dimensions();
    for (model::VariableId id = 0; id < schema_.variables.size(); ++id) {
      const std::string object = "variable " + schema_.variable_path(id);
      base::at_place(object, [&] { add_variable(schema_.variables[id], object); });
    }
    for (GroupId id = 1; id < schema_.groups.size(); ++id) {
      const model::Group& group = schema_.groups[id];
      add(*group.parent, group.name, "group " + schema_.group_path(id));
    }
  }

 private:
  void add_types_and_dimensions() {
    for (const model::UserType& type : schema_.types) {
      add(type.group, type.type->name, "type " + type.type->name);
    }
    for (model::DimensionId id = 0; id < schema_.dimensions.size(); ++id) {
      const model::Dimension& dimension = schema_.dimensions[id];
      add(dimension.group, dimension.name, "dimension " + schema_.dimension_path(id));
      dimensions_.emplace(dimension.group, dimension.name);
    }
  }

  // They have no keys of their own.
  void check_dimensions() const {
    for (model::DimensionId id = 0; id < schema_.dimensions.size(); ++id) {
      base::at_place("dimension " + schema_.dimension_path(id),
                     [&] { (void)netcdf4::name_in_file(schema_.dimensions[id].name); });
    }
  }

  void add_variable(const Variable& variable, const std::string& object) {
    if (is_zarr(schema_.format)) {
      add(variable.group, variable.name, object);
    } else if (!netcdf4::dimension_of_scale(schema_, variable)) {
      const bool is_taken = dimensions_.count({variable.group, variable.name}) > 0;
      add_key(variable.group, netcdf4::dataset_name(variable.name, is_taken), object);
    } else if (netcdf4::has_no_coordinate_prefix(variable.name)) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("netCDF would read this variable as '{}', because it is the "
                              "coordinate of a dimension; rename it",
                              netcdf4::variable_name(variable.name)));
    }
  }

  void add(GroupId group, const std::string& name, const std::string& object) {
    base::at_place(object, [&] {
      const bool is_plain_zarr = is_zarr(schema_.format) && schema_.format != Format::nczarr;
      const std::string allowed = is_plain_zarr ? name : netcdf4::name_in_file(name);
      add_key(group, is_zarr(schema_.format) ? name : allowed, object);
    });
  }

  /// key: the object's name in the file or store.
  void add_key(GroupId group, const std::string& key, const std::string& object) {
    const auto [taken, is_added] = objects_.try_emplace({group, key}, object);
    if (is_added) return;
    throw Error(ErrorCode::unsupported,
                fmt::format("{} cannot hold it beside {}: both would be named '{}' there; "
                            "rename one of them",
                            stores_, taken->second, key));
  }

  const model::Schema& schema_;
  std::string stores_;
  std::map<std::pair<GroupId, std::string>, std::string> objects_;  ///< by key
  std::set<std::pair<GroupId, std::string>> dimensions_;
};

}  // namespace

void check_names(const model::Schema& schema) { NameCheck(schema).run(); }

}  // namespace ncf::store
