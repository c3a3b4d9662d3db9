// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The formats a netCDF file can have, and their names. Pure functions.
#pragma once

#include <optional>
#include <string_view>

#include "ncf/export.hpp"

namespace ncf {

/// netCDF's "kinds" of file.
enum class Format { classic, offset64, cdf5, netcdf4, netcdf4_classic };

/// As ncdump -k says it: "classic", "64-bit offset", "cdf5", "netCDF-4", "netCDF-4 classic model".
NCF_API std::string_view format_name(Format format) noexcept;

/// The reading of `-k`: every name, alias and number nccopy and ncgen know, e.g. "nc4", "hdf5",
/// "enhanced", "3", "64-bit-offset". Case-sensitive, as theirs. Empty if unknown.
NCF_API std::optional<Format> find_format(std::string_view name) noexcept;

/// Whether files of this format are HDF5 files and can hold filters.
constexpr bool is_netcdf4(Format format) noexcept {
  return format == Format::netcdf4 || format == Format::netcdf4_classic;
}

}  // namespace ncf
