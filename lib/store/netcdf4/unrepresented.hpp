// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What HDF5 says of files and objects for which netCDF has no word. No file that netCDF wrote has
// any of it. I/O thread only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hdf5/calls.hpp"

namespace ncf::store::netcdf4 {

struct Extent;
struct HiddenAttributes;

/// "has a user block of 512 bytes, ...". throws: Error.
std::optional<std::string> tell_user_block(const hdf5::Handle& file);

/// Of a group, a dataset or a type: "has the comment "...", ...". throws: Error.
std::optional<std::string> tell_comment(const hdf5::Handle& object);

/// A length that is not fixed, but limited: "can grow to 20 along its dimension 0, ...". Not one
/// that lets a chunk be longer than the dataset, as in a copy that keeps such chunks.
std::optional<std::string> tell_growth(const Extent& extent,
                                       const std::vector<std::size_t>& chunk_shape);

/// Several scales of one dimension.
std::optional<std::string> tell_scales(const HiddenAttributes& hidden);

}  // namespace ncf::store::netcdf4
