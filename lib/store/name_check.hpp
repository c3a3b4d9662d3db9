// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether the names in each group can stand side by side. In a netCDF-4 file, types, dimensions,
// variables and groups are objects of HDF5, which share one set of names; in a Zarr store,
// variables and groups are keys. A pure function; any thread. source: netCDF-4 file format
// specification, "Variables"; Zarr specification, version 2, "Hierarchies"
#pragma once

#include "model/schema.hpp"

namespace ncf::store {

/// For netCDF-4 files and Zarr stores; others keep each kind of object apart.
/// throws: Error(unsupported) naming the first object whose name another has taken, and that one.
void check_names(const model::Schema& schema);

}  // namespace ncf::store
