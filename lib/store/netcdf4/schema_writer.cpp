// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/schema_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "base/errors/error_context.hpp"
#include "filter/registry/known_ids.hpp"
#include "hdf5/library/library.hpp"
#include "model/schema/fill_values.hpp"
#include "model/schema/schema.hpp"
#include "ncf/version.hpp"
#include "store/netcdf4/attribute_writer.hpp"
#include "store/netcdf4/dataset_reader.hpp"
#include "store/netcdf4/names.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::Attribute;
using model::DimensionId;
using model::GroupId;
using model::Schema;
using model::Variable;
using model::VariableId;

/// Makes an object reference, which is the address of the object's header.
hobj_ref_t reference_to(const Handle& dataset) {
  hobj_ref_t reference = 0;
  call(H5Rcreate, static_cast<void*>(&reference), dataset.id(), ".", H5R_OBJECT, hid_t{-1});
  return reference;
}

Handle open_reference(const Handle& file, hobj_ref_t reference) {
  return {call(H5Rdereference2, file.id(), H5P_DEFAULT, H5R_OBJECT,
               static_cast<const void*>(&reference)),
          &H5Dclose};
}

/// Makes a dataset a scale. title: value of its attribute NAME. throws: Error.
void mark_as_scale(const Handle& dataset, const std::string& title) {
  static const std::string of_scales = "DIMENSION_SCALE";
  write_text(dataset, "CLASS", of_scales, of_scales.size() + 1);
  write_text(dataset, "NAME", title, title.size() + 1);
}

/// Which dataset is the scale of each dimension of a new file, and which datasets use it. HDF5's
/// own functions rewrite the list of users for each user, in quadratic time. This code writes each
/// list once, when all datasets exist.
class DimensionScales {
 public:
  explicit DimensionScales(std::size_t dimension_count)
      : list_type_(call(H5Tvlen_create, H5T_STD_REF_OBJ), &H5Tclose), scales_(dimension_count) {}

  void set_scale(model::DimensionId dimension, const Handle& dataset) {
    scales_.at(dimension).dataset = reference_to(dataset);
  }

  /// Records the dimensions of a dataset that is not a scale, and writes its list of scales: now if
  /// they all exist, otherwise later. throws: Error.
  void add_user(const Handle& dataset, std::vector<model::DimensionId> dimensions) {
    const hobj_ref_t reference = reference_to(dataset);
    bool has_all = true;
    for (std::size_t axis = 0; axis < dimensions.size(); ++axis) {
      Scale& scale = scales_.at(dimensions[axis]);
      scale.uses.push_back({reference, static_cast<int>(axis)});
      has_all = has_all && scale.dataset != 0;
    }
    if (has_all) return write_scales(dataset, dimensions);
    users_.push_back({reference, std::move(dimensions)});
  }

  /// Writes the remaining lists of scales, and the list of users in each scale. throws: Error.
  void attach(const Handle& file) const {
    for (const User& user : users_) {
      write_scales(open_reference(file, user.dataset), user.dimensions);
    }
    const Handle use_type(call(H5Tcreate, H5T_COMPOUND, sizeof(Use)), &H5Tclose);
    call(H5Tinsert, use_type.id(), "dataset", offsetof(Use, dataset), H5T_STD_REF_OBJ);
    call(H5Tinsert, use_type.id(), "dimension", offsetof(Use, axis), H5T_NATIVE_INT);
    for (const Scale& scale : scales_) {
      if (scale.uses.empty()) continue;
      write_list(open_reference(file, scale.dataset), "REFERENCE_LIST", use_type, scale.uses.size(),
                 scale.uses.data());
    }
  }

 private:
  struct Use {
    hobj_ref_t dataset;
    int axis;
    int padding = 0;  ///< explicit, so that equal files have equal bytes
  };
  struct Scale {
    hobj_ref_t dataset = 0;
    std::vector<Use> uses;
  };
  struct User {
    hobj_ref_t dataset;
    std::vector<model::DimensionId> dimensions;
  };

  void write_scales(const Handle& dataset,
                    const std::vector<model::DimensionId>& dimensions) const {
    std::vector<hvl_t> lists;
    for (const model::DimensionId id : dimensions) {
      lists.push_back({1, const_cast<hobj_ref_t*>(&scales_[id].dataset)});
    }
    write_list(dataset, "DIMENSION_LIST", list_type_, lists.size(), lists.data());
  }

  Handle list_type_;
  std::vector<Scale> scales_;  ///< by dimension
  std::vector<User> users_;    ///< created before their scales
};

/// Creates the dataset of a dimension without a coordinate variable.
Handle create_scale(const Handle& group, const model::Dimension& dimension) {
  const hsize_t length = dimension.is_unlimited ? 0 : dimension.length;
  const hsize_t most = dimension.is_unlimited ? H5S_UNLIMITED : length;
  const Handle properties = make_creation_properties(H5P_DATASET_CREATE);
  const hsize_t chunk = 1;
  if (dimension.is_unlimited) call(H5Pset_chunk, properties.id(), 1, &chunk);
  const Handle space(call(H5Screate_simple, 1, &length, &most), &H5Sclose);
  const std::string name = name_in_file(dimension.name);
  return {call(H5Dcreate2, group.id(), name.c_str(), H5T_IEEE_F32BE, space.id(), H5P_DEFAULT,
               properties.id(), H5P_DEFAULT),
          &H5Dclose};
}

// libnetcdf would fail without a reason.
void check_fill_value(const Variable& variable, const Attribute& attribute) {
  if (attribute.name != "_FillValue" || !model::has_odd_fill_value(variable)) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("is not one value of the variable's type, {}", variable.type->name))
      .add_context("attribute " + attribute.name);
}

// libnetcdf would not open the file, or overwrite its memory.
void check_quantization(const Attribute& attribute) {
  const model::Values& values = *attribute.values;
  if (!model::is_quantization_attribute(attribute.name)) return;
  if (values.count() == 1 && values.type()->is_number()) return;
  throw Error(ErrorCode::unsupported, "attribute " + attribute.name +
                                          ": netCDF-4 takes its value for a number of digits or "
                                          "bits, so it must be one number");
}

/// Returns the attribute NAME of the scale of a dimension without a coordinate variable.
std::string title_of(const model::Dimension& dimension) {
  return fmt::format("This is a netCDF dimension but not a netCDF variable.{:>10}",
                     dimension.is_unlimited ? 0 : dimension.length);
}

std::string properties_of_file() {
  return fmt::format("version=2,ncf={},hdf5={}", version(), hdf5::running_version());
}

/// Returns whether the file stores the name of a filter, as it does for those that are not HDF5's
/// own.
bool has_named_filter(const StoredChain& filters) {
  return std::any_of(filters.begin(), filters.end(), [](const StoredFilter& filter) {
    return filter.id >= filter::first_registered_id;
  });
}

class SchemaWriter {
 public:
  SchemaWriter(const Handle& file, const Schema& schema)
      : file_(file),
        schema_(schema),
        scales_(schema.dimensions.size()),
        contents_(schema.groups.size()),
        coordinates_(schema.dimensions.size()),
        datasets_(schema.variables.size()),
        made_(schema) {
    for (DimensionId id = 0; id < schema.dimensions.size(); ++id) {
      const model::Dimension& dimension = schema.dimensions[id];
      contents_[dimension.group].dimensions.push_back(id);
      contents_[dimension.group].names.insert(dimension.name);
      if (dimension.is_unlimited) made_.dimensions[id].length = 0;
    }
    for (VariableId id = 0; id < schema.variables.size(); ++id) {
      contents_[schema.variables[id].group].variables.push_back(id);
      if (const auto dimension = dimension_of_scale(schema, schema.variables[id]))
        coordinates_[*dimension] = id;
    }
  }

  WrittenSchema write() && {
    write_groups();
    for (const model::UserType& type : schema_.types) types_.define(groups_[type.group], type.type);
    for (GroupId id = 0; id < schema_.groups.size(); ++id) write_group(id);
    scales_.attach(file_);
    const Handle& root = groups_.front();
    const std::string properties = properties_of_file();
    write_text(root, "_NCProperties", properties, properties.size());
    if (names_filters_) call(H5Fflush, file_.id(), H5F_SCOPE_LOCAL);
    return {std::move(made_), std::move(datasets_), std::move(types_), std::move(coordinates_)};
  }

 private:
  /// The contents of a group.
  struct Contents {
    std::vector<DimensionId> dimensions;
    std::set<std::string> names;  ///< of the dimensions
    std::vector<VariableId> variables;
  };

  void write_groups() {
    groups_.emplace_back(call(H5Gopen2, file_.id(), "/", H5P_DEFAULT), &H5Gclose);
    if (schema_.format == Format::netcdf4_classic) write_number(groups_[0], "_nc3_strict", 1);
    for (GroupId id = 1; id < schema_.groups.size(); ++id) {
      base::with_context("group " + schema_.group_path(id), [&] {
        const model::Group& group = schema_.groups[id];
        const Handle properties = make_creation_properties(H5P_GROUP_CREATE);
        const std::string name = name_in_file(group.name);
        groups_.emplace_back(call(H5Gcreate2, groups_.at(*group.parent).id(), name.c_str(),
                                  H5P_DEFAULT, properties.id(), H5P_DEFAULT),
                             &H5Gclose);
      });
    }
  }

  // Dimensions and variables have datasets in a common order, which defines the order of both. So a
  // coordinate variable is written when its dimension's turn comes.
  void write_group(GroupId group) {
    base::with_context("group " + schema_.group_path(group), [&] {
      write_attributes(groups_[group], schema_.groups[group].attributes, types_);
    });
    const std::vector<VariableId>& variables = contents_[group].variables;
    auto next = variables.begin();
    for (const DimensionId id : contents_[group].dimensions) {
      if (!coordinates_[id]) {
        write_dimension(id);
        continue;
      }
      for (; next != variables.end() && *next <= *coordinates_[id]; ++next) write_variable(*next);
    }
    for (; next != variables.end(); ++next) write_variable(*next);
  }

  void write_variable(VariableId id) {
    base::with_context(schema_.variable_title(id), [&] { write_dataset(id); });
  }

  void write_dimension(DimensionId id) {
    base::with_context("dimension " + schema_.dimension_path(id), [&] {
      const model::Dimension& dimension = schema_.dimensions[id];
      const Handle scale = create_scale(groups_[dimension.group], dimension);
      mark_as_scale(scale, title_of(dimension));
      write_number(scale, "_Netcdf4Dimid", static_cast<int>(id));
      scales_.set_scale(id, scale);
    });
  }

  void write_dataset(VariableId id) {
    const Variable& variable = schema_.variables[id];
    const auto scale_of = dimension_of_scale(schema_, variable);
    const std::string name = scale_of ? name_in_file(variable.name) : name_beside_scales(variable);
    const Handle dataset = create_dataset(groups_[variable.group], name, schema_, variable, types_);
    // libnetcdf reads the ids as they are, so on big-endian machines it must find the dimensions by
    // their scales; only variables of several dimensions that are scales need ids.
    constexpr bool has_usual_order = std::endian::native == std::endian::little;
    if (has_usual_order || scale_of) write_dimension_ids(dataset, variable);
    if (scale_of) {
      mark_as_scale(dataset, name);
      write_number(dataset, "_Netcdf4Dimid", static_cast<int>(*scale_of));
      scales_.set_scale(*scale_of, dataset);
    } else if (!variable.is_scalar()) {
      scales_.add_user(dataset, variable.dimensions);
    }
    for (const Attribute& attribute : variable.attributes) {
      check_fill_value(variable, attribute);
      check_quantization(attribute);
    }
    write_attributes(dataset, variable.attributes, types_);
    const Handle properties(call(H5Dget_create_plist, dataset.id()), &H5Pclose);
    const Handle type(call(H5Dget_type, dataset.id()), &H5Tclose);
    Variable& made = made_.variables[id];
    model::StoredForm form = read_stored_form(read_extent(dataset), properties, type);
    set_storage(form, properties, type.id(), made);
    datasets_[id] = {path_in(variable.group, name), place_of(dataset), std::move(form)};
    names_filters_ = names_filters_ || has_named_filter(made.filters);
  }

  /// Returns the name of a variable's dataset. A variable that is named like a dimension of its
  /// group without being its coordinate has another name in the file.
  [[nodiscard]] std::string name_beside_scales(const Variable& variable) const {
    return dataset_name(variable.name, contents_[variable.group].names.count(variable.name) > 0);
  }

  [[nodiscard]] std::string path_in(GroupId group, const std::string& name) const {
    const std::string path = schema_.group_path(group);
    return (path == "/" ? path : path + "/") + name;
  }

  static void write_dimension_ids(const Handle& dataset, const Variable& variable) {
    if (variable.is_scalar()) return;
    std::vector<int> ids;
    for (const DimensionId id : variable.dimensions) ids.push_back(static_cast<int>(id));
    write_numbers(dataset, "_Netcdf4Coordinates", ids);
  }

  const Handle& file_;
  const Schema& schema_;
  std::vector<Handle> groups_;  ///< in the order of the schema
  TypeWriter types_;
  DimensionScales scales_;
  std::vector<Contents> contents_;                      ///< by group
  std::vector<std::optional<VariableId>> coordinates_;  ///< by dimension
  std::vector<WrittenDataset> datasets_;                ///< by variable
  Schema made_;
  /// libhdf5 asks a filter for its name when it allocates space for it and again when it writes it.
  /// The name must be the same both times, not that of a placeholder or of the filter that replaced
  /// it.
  bool names_filters_ = false;
};

}  // namespace

WrittenSchema write_schema(const Handle& file, const Schema& schema) {
  return SchemaWriter(file, schema).write();
}

}  // namespace ncf::store::netcdf4
