// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An HDF5 datatype as a text that says everything about its bytes. I/O thread only.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <string>

#include "model/schema.hpp"

namespace ncf::hdf5 {

struct Element {
  /// "int32", "float64", "struct 16 {x @0 float64 little-endian, ...}". Two types have the same
  /// name and byte order only where equal bytes are equal values. Empty where bytes refer to
  /// something outside of them (variable-length values, references), and for what netCDF has not.
  std::string name;
  model::ByteOrder byte_order = model::ByteOrder::native;  ///< of a number; see StoredForm
};

/// Bytes of one value. throws: Error(corrupt) where there are none, or more than a value may have.
std::size_t value_bytes(hid_t type);

/// throws: Error.
Element element_of(hid_t type);

}  // namespace ncf::hdf5
