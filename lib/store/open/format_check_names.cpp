// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open/format_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/text/characters.hpp"
#include "ncf/error.hpp"
#include "store/netcdf4/names.hpp"

namespace ncf::store {
namespace {

using model::GroupId;
using model::Variable;

/// Returns whether a key of metadata in Zarr v2 or v3 ends in this name.
bool is_metadata_name(std::string_view name) {
  constexpr std::string_view names[] = {"zarr.json", ".zarray",    ".zgroup",
                                        ".zattrs",   ".zmetadata", ".nczarr"};
  return std::ranges::find(names, name) != std::end(names);
}

class NameCheck {
 public:
  explicit NameCheck(const model::Schema& schema)
      : schema_(schema),
        stores_(fmt::format("{} {}", format_name(schema.format),
                            is_zarr(schema.format) ? "stores" : "files")) {}

  void run() {
    if (is_netcdf4(schema_.format)) add_types_and_dimensions();
    if (schema_.format == Format::nczarr) check_each();
    for (model::VariableId id = 0; id < schema_.variables.size(); ++id) {
      const std::string object = schema_.variable_title(id);
      base::with_context(object, [&] { add_variable(schema_.variables[id], object); });
    }
    for (GroupId id = 1; id < schema_.groups.size(); ++id) {
      const model::Group& group = schema_.groups[id];
      add(*group.parent, group.name, "group " + schema_.group_path(id));
    }
  }

 private:
  using Names = std::map<std::string, std::string>;  ///< objects by key

  void add_types_and_dimensions() {
    for (const model::UserType& type : schema_.types) {
      const std::string object = "type " + type.type->name;
      add(type.group, type.type->name, object);
      base::with_context(object, [&] { check_parts(*type.type); });
    }
    for (model::DimensionId id = 0; id < schema_.dimensions.size(); ++id) {
      const model::Dimension& dimension = schema_.dimensions[id];
      add(dimension.group, dimension.name, "dimension " + schema_.dimension_path(id));
      dimensions_.emplace(dimension.group, dimension.name);
    }
  }

  void check_parts(const model::Type& type) const {
    Names parts;
    const auto add_part = [&](const std::string& name, const std::string& object) {
      base::with_context(object, [&] { add_to(parts, base::to_nfc(name), object); });
    };
    for (const model::CompoundField& field : type.fields) {
      add_part(field.name, "field " + field.name);
    }
    for (const model::EnumMember& member : type.members) {
      add_part(member.name, "member " + member.name);
    }
  }

  /// Checks each name by itself. In netCDF-4 files, writing an object does so.
  void check_each() const {
    for (model::DimensionId id = 0; id < schema_.dimensions.size(); ++id) {
      check_one("dimension " + schema_.dimension_path(id), schema_.dimensions[id].name);
    }
    for (model::VariableId id = 0; id < schema_.variables.size(); ++id) {
      const Variable& variable = schema_.variables[id];
      const std::string object = schema_.variable_title(id);
      check_one(object, variable.name);
      base::with_context(object, [&] { check_attributes(variable.attributes); });
    }
    for (GroupId id = 0; id < schema_.groups.size(); ++id) {
      const std::string object = "group " + schema_.group_path(id);
      if (id > 0) check_one(object, schema_.groups[id].name);
      base::with_context(object, [&] { check_attributes(schema_.groups[id].attributes); });
    }
  }

  static void check_attributes(const std::vector<model::Attribute>& attributes) {
    for (const model::Attribute& attribute : attributes) {
      check_one("attribute " + attribute.name, attribute.name);
    }
  }

  static void check_one(const std::string& object, const std::string& name) {
    base::with_context(object, [&] { (void)netcdf4::name_in_file(name); });
  }

  void add_variable(const Variable& variable, const std::string& object) {
    if (is_zarr(schema_.format)) {
      add_key(variable.group, variable.name, object);
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
    base::with_context(object, [&] {
      const bool is_file = is_netcdf4(schema_.format);
      add_key(group, is_file ? netcdf4::name_in_file(name) : name, object);
    });
  }

  /// key: the object's name in the file or store.
  void add_key(GroupId group, const std::string& key, const std::string& object) {
    if (is_zarr(schema_.format) && is_metadata_name(key)) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("{} have a file of metadata with this name; rename it", stores_));
    }
    add_to(objects_[group], key, object);
  }

  void add_to(Names& names, const std::string& key, const std::string& object) const {
    const auto [taken, is_added] = names.try_emplace(key, object);
    if (is_added) return;
    throw Error(
        ErrorCode::unsupported,
        fmt::format(
            "{} cannot contain it and {}: both would be named '{}' there; rename one of them",
            stores_, taken->second, key));
  }

  const model::Schema& schema_;
  std::string stores_;
  std::map<GroupId, Names> objects_;
  std::set<std::pair<GroupId, std::string>> dimensions_;
};

}  // namespace

void check_names(const model::Schema& schema) { NameCheck(schema).run(); }

}  // namespace ncf::store
