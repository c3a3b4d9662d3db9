// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where libhdf5 looks for the other files that an HDF5 file names. Opens nothing.
// source: HDF5 reference manual, H5Pset_virtual, H5Pset_virtual_prefix, H5Pset_efile_prefix; the
// order is that of libhdf5's H5F_prefix_open_file
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::store::netcdf4 {

/// Returns whether the name of a source file or dataset stands for one source per block.
[[nodiscard]] bool has_blocks(std::string_view name);

/// Returns the name for one block: "%b" is its number, "%%" a percent sign.
[[nodiscard]] std::string name_of_block(std::string_view name, std::size_t block);

/// Returns the places of a source file of a virtual dataset. libhdf5 takes the first file that it
/// can open. reader: the file with the virtual dataset, under the name with which it was opened.
[[nodiscard]] std::vector<std::filesystem::path> virtual_places(
    const std::filesystem::path& name, const std::filesystem::path& reader);

/// Returns the place of a file with external storage. reader: the file that names it.
[[nodiscard]] std::filesystem::path external_place(const std::filesystem::path& name,
                                                   const std::filesystem::path& reader);

}  // namespace ncf::store::netcdf4
