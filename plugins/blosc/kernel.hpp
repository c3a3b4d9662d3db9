// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Blosc, HDF5 filter 32001 and Zarr's blosc. Stored bytes are one frame of Blosc 1, which says the
// size of its data and of itself, how it was made, and holds them as they were where compressing
// does not pay: so any data can be stored.
//
// Parameters: [revision of the filter, format of blosc, bytes of an element, bytes of a chunk,
// level, shuffle, compressor]. The first four are the filter's own: what a user gives there is
// replaced. Level is 0 to 9, shuffle 0 none, 1 bytes, 2 bits, and numcodecs' -1, which `bind` turns
// into bits for elements of one byte and bytes for others; compressor 0 blosclz, 1 lz4, 2 lz4hc,
// 3 snappy, 4 zlib, 5 zstd. Where they are missing they are 5, 1 and 0. Reading needs none of them.
// source: HDF5 registered filter plugins, id 32001; c-blosc, README_HEADER.rst; measured with
// Debian's hdf5-filter-plugin-blosc-serial
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::blosc {

/// throws: ParameterError, also for a compressor that libblosc was built without.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// At most 2 GiB at once. throws: KernelError.
std::size_t encode(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);

/// What follows the frame is left, as other filters and numcodecs leave it.
/// throws: KernelError if the frame is cut short, damaged, or made by a compressor that libblosc
/// was built without.
std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32001, "blosc",          check,  bind,
                               bound, make_workspace<>, encode, decode};

}  // namespace ncf::plugins::blosc
