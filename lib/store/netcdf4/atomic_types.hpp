// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Maps HDF5's datatypes of numbers, bits and texts to netCDF's atomic types. I/O thread only.
// source: HDF5 reference manual, H5T
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hdf5/library/calls.hpp"
#include "model/values/type.hpp"
#include "model/values/values.hpp"

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

// Converts HDF5's fixed-length strings to netCDF's strings. Trailing NULs are padding. Trailing
// blanks are kept even if the type declares them as padding, because other libraries keep them.

/// Sets `strings` from index `first` on to `texts`, each `bytes` long. padding: of the type; with
/// NULLTERM, a NUL ends a text. throws: Error(corrupt) for a NUL inside a text, where netCDF's
/// strings would end.
void copy_fixed_text(std::string_view texts, std::size_t bytes, H5T_str_t padding,
                     model::Values& strings, std::size_t first = 0);

}  // namespace ncf::store::netcdf4
