// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether a dataset holds any value worth the name. I/O thread only.
#pragma once

#include "hdf5/calls.hpp"

namespace ncf::store::netcdf4 {

/// Whether any value was written that differs from what is read where nothing was written. True
/// also where only a filter, or another file, could tell. throws: Error.
bool has_written_values(const hdf5::Handle& dataset);

}  // namespace ncf::store::netcdf4
