// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Maps HDF5's datatypes of numbers, bits and texts to netCDF's atomic types. I/O thread only.
// source: HDF5 reference manual, H5T
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hdf5/library/calls.hpp"
#include "model/types/type.hpp"

namespace ncf::store::netcdf4 {

/// How to read values of one datatype.
struct ReadType {
  model::TypeRef type;
  /// The type in which libhdf5 returns values. For strings of fixed length it is the file's type;
  /// they are converted afterwards.
  hdf5::Handle memory;
  std::size_t text_bytes = 0;   ///< of each string of fixed length, else 0
  std::string difference = {};  ///< "double: netCDF has no ...", or empty
  std::string lost_name = {};   ///< of a named type in a later group, where netCDF finds none

  /// Returns whether the file stores each value in place, not as a reference to bytes elsewhere.
  [[nodiscard]] bool is_in_place() const noexcept { return type->is_fixed_size || text_bytes > 0; }
};

/// throws: Error(unsupported): "netCDF has no ...".
[[noreturn]] void refuse_type(std::string_view what);

/// Returns empty for a datatype of another class, for example a compound or an opaque one.
/// throws: Error(unsupported) for numbers that no netCDF type can hold.
std::optional<ReadType> read_atomic_type(hid_t file_type);

/// Returns another reference to the same id.
hdf5::Handle share(hid_t id);

}  // namespace ncf::store::netcdf4
