// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An HDF5 datatype as text that determines the meaning of all its bytes. I/O thread only.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::hdf5 {

struct Element {
  /// "int32", "float64", "struct 16 {x @0 float64 little-endian, ...}". Two types with the same
  /// name and byte order give equal bytes equal values. Empty if the bytes refer to data elsewhere
  /// (variable-length values, references), or netCDF has no such type.
  std::string name;
  model::ByteOrder byte_order = model::ByteOrder::native;  ///< of a number; see StoredForm
};

/// Returns the bytes of one value. throws: Error(corrupt) if there are none, or more than a value
/// may have.
std::size_t value_bytes(hid_t type);

/// throws: Error.
Element element_of(hid_t type);

/// Returns the byte order of a number; native if it is none of the usual ones.
model::ByteOrder byte_order_of(hid_t number);

/// Returns the lengths of an array type. throws: Error.
std::vector<hsize_t> array_lengths_of(hid_t type);

}  // namespace ncf::hdf5
