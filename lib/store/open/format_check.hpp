// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The limits of each format. A pure function, called before an output is touched.
// source: netCDF User Guide, "File structure and performance" and "NetCDF Classic Format
// Limitations"; nc_def_var, nc_def_dim
#pragma once

#include "model/schema/schema.hpp"

namespace ncf::store {

/// throws: Error(unsupported) naming the first group, type, dimension, variable or attribute that
/// files of `schema.format` cannot hold, with advice.
void check_format(const model::Schema& schema);

/// Does the part of check_format that is about names: whether those in each group are compatible.
/// In a netCDF-4 file, types, dimensions, variables and groups are HDF5 objects, which share one
/// namespace; in a Zarr store, variables and groups are keys, and libnetcdf opens no store (NCZarr)
/// with names that netCDF does not allow. Other formats keep a namespace for each kind of object.
/// throws: Error(unsupported) naming the first two objects, or parts of a type, with the same name,
/// or in NCZarr the first with a name that netCDF does not allow.
/// source: netCDF-4 file format specification, "Variables"; Zarr specification, version 2,
/// "Hierarchies"
void check_names(const model::Schema& schema);

}  // namespace ncf::store
