// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes a schema as objects of a new HDF5 file, in the order that libnetcdf uses and readers
// expect. I/O thread only.
// source: netCDF-4 file format specification; HDF5 dimension scale specification; HDF5 reference
// manual, H5P
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/schema/schema.hpp"
#include "store/netcdf4/objects.hpp"
#include "store/netcdf4/type_writer.hpp"

namespace ncf::store::netcdf4 {

/// The dataset created for a variable.
struct WrittenDataset {
  std::string path;
  Place place;
  model::StoredForm form;
};

/// The result of write_schema.
struct WrittenSchema {
  model::Schema schema;                  ///< as in the file: with chunks, filters and byte orders
  std::vector<WrittenDataset> datasets;  ///< in the order of the variables
  TypeWriter types;
  /// For each dimension, the dataset that grows with it without being written to: its coordinate
  /// variable. Empty if there is none.
  std::vector<std::optional<model::VariableId>> coordinates;
};

/// Writes `schema` to a new, empty file. throws: Error naming the group, dimension, type or
/// variable that failed.
WrittenSchema write_schema(const hdf5::Handle& file, const model::Schema& schema);

/// Returns the creation properties of all netCDF-4 objects: attributes in order of creation, no
/// times. kind: H5P_DATASET_CREATE or H5P_GROUP_CREATE. throws: Error.
hdf5::Handle make_creation_properties(hid_t kind);

/// Creates the dataset of a variable. name: of the dataset. Unlimited dimensions start with length
/// 0. throws: Error, naming the filter if one fails.
hdf5::Handle create_dataset(const hdf5::Handle& group, const std::string& name,
                            const model::Schema& schema, const model::Variable& variable,
                            const TypeWriter& types);

}  // namespace ncf::store::netcdf4
