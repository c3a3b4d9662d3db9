// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What libnetcdf must not read of an HDF5 file: other files, unless that is allowed, strings of a
// fixed length, which libnetcdf 4.9 reads as other strings or beyond its memory, floats wider than
// a double, whose bytes it takes for addresses, and datasets without any value. libhdf5 tells
// without reading values. I/O thread only. source: HDF5 reference manual, H5Pset_external,
// H5Pset_virtual, H5Lcreate_external
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "model/schema.hpp"
#include "ncf/error.hpp"

namespace ncf::store::hdf5 {

/// Looks at every object of a file that libnetcdf has not opened yet. Returns whether `find_faults`
/// may find any. Does nothing with a file that libhdf5 cannot open.
/// follow_external: whether other files may be read.
/// throws: Error(unsupported) naming an object that libnetcdf would already misread, or follow to
/// another file, when it opens the file.
[[nodiscard]] bool check_before_opening(const std::filesystem::path& path, bool follow_external);

/// For each variable of `schema`, why its values must not be read; empty if they may be.
[[nodiscard]] std::vector<std::optional<Error>> find_faults(const std::filesystem::path& path,
                                                            const model::Schema& schema,
                                                            bool follow_external);

/// Looks at the attributes that libnetcdf may have cut or misread.
/// throws: Error(unsupported) naming one that netCDF cannot hold: an array of strings of which one
/// has a NUL inside, or values of a user's type with strings of a fixed length.
void require_whole_attributes(const std::filesystem::path& path, const model::Schema& schema);

}  // namespace ncf::store::hdf5
