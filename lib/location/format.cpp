// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/format.hpp"

#include <algorithm>

namespace ncf {
namespace {

struct Names {
  Format format;
  std::string_view names[8];  ///< and empty ones
};

// The first name is the canonical one; the others are aliases, and the digits are those of `-k`
// (not of the options -3, -4, ..., which number the formats differently).
// source: netcdf-c 4.9.0, nccopy(1) and ncgen(1), option -k
constexpr Names names_of_formats[] = {
    {Format::classic, {"classic", "nc3", "1"}},
    {Format::offset64, {"64-bit offset", "nc6", "2", "64-bit-offset"}},
    {Format::cdf5, {"cdf5", "5", "64-bit-data", "64-bit data", "nc5", "cdf-5"}},
    {Format::netcdf4,
     {"netCDF-4", "nc4", "3", "netCDF4", "hdf5", "enhanced", "netcdf-4", "netcdf4"}},
    {Format::netcdf4_classic,
     {"netCDF-4 classic model", "nc7", "4", "netCDF-4-classic", "netCDF-4_classic",
      "netCDF4_classic", "hdf5-nc3", "enhanced-nc3"}},
    // Our own names; netCDF's tools need a URL for a folder.
    {Format::nczarr, {"NCZarr", "nczarr"}},
    {Format::zarr2, {"Zarr v2", "zarr", "zarr2"}},
    {Format::zarr3, {"Zarr v3", "zarr3"}},
};

}  // namespace

std::string_view format_name(Format format) noexcept {
  for (const Names& row : names_of_formats) {
    if (row.format == format) return row.names[0];
  }
  return {};
}

std::optional<Format> find_format(std::string_view name) noexcept {
  for (const Names& row : names_of_formats) {
    if (!name.empty() && std::ranges::count(row.names, name) > 0) return row.format;
  }
  return std::nullopt;
}

}  // namespace ncf
