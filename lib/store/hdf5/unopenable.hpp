// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What keeps libnetcdf from opening an HDF5 file: it refuses the whole file for one attribute or
// type that netCDF does not have, and says neither which nor why. I/O thread only.
// source: netcdf-c, libhdf5/hdf5open.c
#pragma once

#include <filesystem>

namespace ncf::store::hdf5 {

/// For a file that libnetcdf did not open. Returns if nothing is found that it refuses.
/// throws: Error(unsupported) naming the first such thing, with what helps.
void require_openable(const std::filesystem::path& path);

}  // namespace ncf::store::hdf5
