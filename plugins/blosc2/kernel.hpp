// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Blosc2, HDF5 filter 32026. Stored bytes are one contiguous frame of Blosc2 with one chunk. If a
// chunk has 2 to 8 dimensions, the frame is an array of B2ND, whose blocks have as many dimensions.
//
// Parameters: [revision of the filter, bytes of a block, bytes of an element, bytes of a chunk,
// level, filter, compressor, dimensions of a chunk, their lengths]. The first, the third, the
// fourth and those after the compressor are set by the filter. The bytes of a block are 0 for
// libblosc2's own choice. The level is 0 to 9; the filter is 0 (none), 1 (bytes), 2 (bits), 3
// (delta) or 4 (trunc_prec); the compressor is as in Blosc, without snappy. The defaults are 5, 1
// and 0. Decoding needs no parameters.
//
// A frame may name codecs and filters that libblosc2 loads from other libraries, by running Python
// to find them. Such frames are refused, and damaged metadata, by which libblosc2 would divide.
// What is inside a chunk is libblosc2's to check, and 2.17 can read beyond a damaged one.
// source: HDF5 registered filter plugins, id 32026; c-blosc2, README_CFRAME_FORMAT.rst and
// README_CHUNK_FORMAT.rst; PyTables, blosc2_filter.c
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::blosc2 {

/// throws: ParameterError, also for a compressor that libblosc2 was built without.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Encodes at most 2 GiB. throws: KernelError.
std::size_t encode(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);

/// throws: KernelError if the frame is truncated, damaged, or not of one chunk.
std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32026, "blosc2",         check,  bind,
                               bound, make_workspace<>, encode, decode};

}  // namespace ncf::plugins::blosc2
