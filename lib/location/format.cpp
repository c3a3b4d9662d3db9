// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/format.hpp"

namespace ncf {

namespace {

struct Kind {
  std::string_view name;
  Format format;
};

// Each format's first row is its canonical name; the others are aliases, and the digits are those
// of `-k` (not of the options -3, -4, ..., which number the formats differently).
// source: netcdf-c 4.9.0, nccopy(1) and ncgen(1), option -k
constexpr Kind kinds[] = {
    {"classic", Format::classic},
    {"nc3", Format::classic},
    {"1", Format::classic},

    {"64-bit offset", Format::offset64},
    {"nc6", Format::offset64},
    {"2", Format::offset64},
    {"64-bit-offset", Format::offset64},

    {"cdf5", Format::cdf5},
    {"5", Format::cdf5},
    {"64-bit-data", Format::cdf5},
    {"64-bit data", Format::cdf5},
    {"nc5", Format::cdf5},
    {"cdf-5", Format::cdf5},

    {"netCDF-4", Format::netcdf4},
    {"nc4", Format::netcdf4},
    {"3", Format::netcdf4},
    {"netCDF4", Format::netcdf4},
    {"hdf5", Format::netcdf4},
    {"enhanced", Format::netcdf4},
    {"netcdf-4", Format::netcdf4},
    {"netcdf4", Format::netcdf4},

    {"netCDF-4 classic model", Format::netcdf4_classic},
    {"nc7", Format::netcdf4_classic},
    {"4", Format::netcdf4_classic},
    {"netCDF-4-classic", Format::netcdf4_classic},
    {"netCDF-4_classic", Format::netcdf4_classic},
    {"netCDF4_classic", Format::netcdf4_classic},
    {"hdf5-nc3", Format::netcdf4_classic},
    {"enhanced-nc3", Format::netcdf4_classic},

    // Our own names; netCDF's tools need a URL for a folder.
    {"NCZarr", Format::nczarr},
    {"nczarr", Format::nczarr},

    {"Zarr v2", Format::zarr2},
    {"zarr", Format::zarr2},
    {"zarr2", Format::zarr2},

    {"Zarr v3", Format::zarr3},
    {"zarr3", Format::zarr3},
};

}  // namespace

std::string_view format_name(Format format) noexcept {
  for (const Kind& kind : kinds) {
    if (kind.format == format) return kind.name;
  }
  return {};
}

std::optional<Format> find_format(std::string_view name) noexcept {
  for (const Kind& kind : kinds) {
    if (kind.name == name) return kind.format;
  }
  return std::nullopt;
}

}  // namespace ncf
