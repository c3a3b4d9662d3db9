// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Creates the dataset of a new variable: type, shape, layout, filters, fill value. I/O thread only.
// source: netCDF-4 file format specification, "Variables"; HDF5 reference manual, H5P
#pragma once

#include <string>

#include "model/schema/schema.hpp"
#include "store/netcdf4/type_writer.hpp"

namespace ncf::store::netcdf4 {

/// Returns the creation properties of all netCDF-4 objects: attributes in order of creation, no
/// times.
/// kind: H5P_DATASET_CREATE or H5P_GROUP_CREATE. throws: Error.
hdf5::Handle make_creation_properties(hid_t kind);

/// name: of the dataset. Unlimited dimensions start with length 0.
/// throws: Error, naming the filter if one fails.
hdf5::Handle create_dataset(const hdf5::Handle& group, const std::string& name,
                            const model::Schema& schema, const model::Variable& variable,
                            const TypeWriter& types);

}  // namespace ncf::store::netcdf4
