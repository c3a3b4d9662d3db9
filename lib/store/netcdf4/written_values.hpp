// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds out whether a dataset contains any real values. I/O thread only.
#pragma once

#include "hdf5/library/calls.hpp"

namespace ncf::store::netcdf4 {

/// Returns whether any stored value differs from the fill value. Also true if this cannot be
/// checked without a filter or another file. throws: Error.
bool has_written_values(const hdf5::Handle& dataset);

}  // namespace ncf::store::netcdf4
