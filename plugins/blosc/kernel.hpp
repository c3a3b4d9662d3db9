// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Blosc, HDF5 filter 32001 and Zarr's blosc. Stored bytes are one frame of Blosc 1, which states
// the size of its data and its own size, and how it was made. It contains the data unchanged if
// compression does not help, so any data can be stored.
//
// Parameters: [revision of the filter, format of blosc, bytes of an element, bytes of a chunk,
// level, shuffle, compressor]. The first four are set by the filter: values from a user are
// replaced. The level is 0 to 9. Shuffle is 0 (none), 1 (bytes), 2 (bits), or numcodecs' -1, which
// `bind` turns into bits for elements of one byte and bytes for others. The compressor is 0
// (blosclz), 1 (lz4), 2 (lz4hc), 3 (snappy), 4 (zlib) or 5 (zstd). The defaults are 5, 1 and 0.
// Decoding needs no parameters.
// source: HDF5 registered filter plugins, id 32001; c-blosc, README_HEADER.rst; measured with
// Debian's hdf5-filter-plugin-blosc-serial
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::blosc {

/// throws: ParameterError, also for a compressor that libblosc was built without.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Encodes at most 2 GiB. throws: KernelError.
std::size_t encode(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);

/// Decodes a frame. Bytes after it are ignored, as by other filters and numcodecs.
/// throws: KernelError if the frame is truncated, damaged, or made by a compressor that libblosc
/// was built without.
std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32001, "blosc",          check,  bind,
                               bound, make_workspace<>, encode, decode};

}  // namespace ncf::plugins::blosc
