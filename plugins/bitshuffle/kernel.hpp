// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Bitshuffle, HDF5 filter 32008: blocks of elements are split into bit planes and compressed.
// Stored bytes are, for
//   lz4, zstd   bytes of the data (64 bits) and of a block (32 bits), then for each block its
//               stored size (32 bits) and its compressed planes; most significant byte first
//   none        the planes of one block after another, and nothing else
// The last block has as many of the remaining elements as make a multiple of 8; the rest follows
// unchanged. Lz4 uses plain blocks, zstd plain frames. Any data can be stored.
//
// Visible parameters: [elements of a block, compressor, level]. The block is a multiple of 8; 0 or
// no parameter means about 8 KiB. The compressor is 0 (none, the default), 2 (lz4) or 3 (zstd). The
// level is for zstd. Working parameters begin with [major version, minor version, bytes of an
// element]; the version is the oldest one of the bitshuffle library that can read the data: 0.3, or
// 0.4 for zstd.
// source: HDF5 registered filter plugins, id 32008; bitshuffle's README and bshuf_h5filter.h;
// measured with Debian's bitshuffle 0.3.5
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::bitshuffle {

enum Compressor : std::uint32_t { none = 0, lz4 = 2, zstd = 3 };

/// Also accepts working parameters, which have at least 4 cd_values, and does not prefix them
/// again.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Returns the memory for a block, and the contexts of libzstd.
std::unique_ptr<Workspace> make_scratch();

/// Encodes a chunk. throws: KernelError if the data are not whole elements.
std::size_t encode(Workspace& scratch, Parameters working, ConstBytes input, Bytes output);

/// Decodes a frame. Bytes after it are ignored, as by other filters.
/// throws: KernelError if the frame is truncated or damaged.
std::size_t decode(Workspace& scratch, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32008, "bitshuffle", check,  bind,
                               bound, make_scratch, encode, decode};

}  // namespace ncf::plugins::bitshuffle
