// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the HDF5 dataset of a netCDF variable is. I/O thread only.
#pragma once

#include <string>

#include "hdf5/calls.hpp"
#include "model/schema.hpp"

namespace ncf::store::netcdf4 {

/// A variable that has a dimension's name without being its coordinate is stored under another
/// name, the plain one being the dimension scale's.
/// source: netcdf-c, NON_COORD_PREPEND
std::string dataset_path(const hdf5::Handle& file, const model::Schema& schema,
                         model::VariableId id);

}  // namespace ncf::store::netcdf4
