// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether the names in each group are compatible. In a netCDF-4 file, types, dimensions, variables
// and groups are HDF5 objects, which share one namespace; in a Zarr store, variables and groups are
// keys, and libnetcdf opens no store (NCZarr) with names that netCDF does not allow. A pure
// function.
// source: netCDF-4 file format specification, "Variables"; Zarr specification, version 2,
// "Hierarchies"
#pragma once

#include "model/schema/schema.hpp"

namespace ncf::store {

/// Checks netCDF-4 files and Zarr stores; other formats keep a namespace for each kind of object.
/// throws: Error(unsupported) naming the first two objects, or parts of a type, with the same name,
/// or in NCZarr the first with a name that netCDF does not allow.
void check_names(const model::Schema& schema);

}  // namespace ncf::store
