// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An HDF5 datatype as a text that says everything about its bytes. I/O thread only.
#pragma once

#include <hdf5.h>

#include <string>

namespace ncf::store::hdf5 {

/// "int32 little-endian", "float64 big-endian", "struct 16 {x @0 float64 little-endian, ...}".
/// Two types have the same name only where equal bytes are equal values. Empty where bytes refer to
/// something outside of them (variable-length values, references), and for what netCDF has not.
/// throws: Error.
std::string element_name(hid_t type);

}  // namespace ncf::store::hdf5
