// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The default chunks of a variable: those that libnetcdf chooses. Pure; any thread.
// source: netCDF-C, nc_def_var_chunking ("default chunk sizes")
#pragma once

#include <cstddef>
#include <vector>

namespace ncf::store::netcdf4 {

struct Axis {
  std::size_t length = 0;
  bool is_unlimited = false;
};

/// value_bytes: size of one value in memory. Returns a length above 0 for each axis.
[[nodiscard]] std::vector<std::size_t> default_chunks(const std::vector<Axis>& axes,
                                                      std::size_t value_bytes);

}  // namespace ncf::store::netcdf4
