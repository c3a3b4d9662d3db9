// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The formats of datasets, and their names. Pure functions, any thread.
//
//   options.format = ncf::find_format("nc4");  // Format::netcdf4
//   std::cout << ncf::format_name(ncf::Format::cdf5) << '\n';
#pragma once

#include <optional>
#include <string_view>

#include "ncf/export.hpp"

namespace ncf {

/// The kinds of netCDF file, and the kinds of Zarr store: NCZarr (version 2 with libnetcdf's
/// additions), version 2 with xarray's conventions, and version 3.
enum class Format { classic, offset64, cdf5, netcdf4, netcdf4_classic, nczarr, zarr2, zarr3 };

/// Returns the name that `ncdump -k` prints: "classic", "64-bit offset", "cdf5", "netCDF-4",
/// "netCDF-4 classic model"; and for Zarr stores "NCZarr", "Zarr v2", "Zarr v3".
NCF_API std::string_view format_name(Format format) noexcept;

/// Finds the format that a `-k` argument names, as nccopy and ncgen do: "nc4", "hdf5", "enhanced",
/// "3", "64-bit-offset" and so on. Case-sensitive. Empty if unknown.
NCF_API std::optional<Format> find_format(std::string_view name) noexcept;

/// Whether files of this format are HDF5 files.
constexpr bool is_netcdf4(Format format) noexcept {
  return format == Format::netcdf4 || format == Format::netcdf4_classic;
}

/// Whether datasets of this format are Zarr stores without libnetcdf's additions (NCZarr).
constexpr bool is_plain_zarr(Format format) noexcept {
  return format == Format::zarr2 || format == Format::zarr3;
}

/// Whether datasets of this format are Zarr stores, in folders or zip files.
constexpr bool is_zarr(Format format) noexcept {
  return format == Format::nczarr || is_plain_zarr(format);
}

/// Whether variables of this format have chunks and can have filters.
constexpr bool has_chunks(Format format) noexcept { return is_netcdf4(format) || is_zarr(format); }

/// Whether datasets of this format can have groups, strings, and several unlimited dimensions, as
/// netCDF-4 has.
constexpr bool has_enhanced_model(Format format) noexcept {
  return format == Format::netcdf4 || is_zarr(format);
}

/// Returns the kind that netCDF's own tools report for this format: netCDF-4 for Zarr stores.
constexpr Format kind_for_netcdf(Format format) noexcept {
  return is_zarr(format) ? Format::netcdf4 : format;
}

}  // namespace ncf
