// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How long a classic file must be to hold what its header speaks of. libnetcdf reads zeros, or
// what was in memory, beyond the end of a file that was cut.
// source: netCDF classic format specification, with its 64-bit offset and 64-bit data variants
#pragma once

#include <cstdint>
#include <filesystem>

namespace ncf::store::netcdf {

/// In bytes, without what pads the last variable; 0 for a file that is not classic.
/// throws: Error(corrupt) for a header that is cut short, Error(io).
std::uint64_t classic_extent(const std::filesystem::path& path);

}  // namespace ncf::store::netcdf
