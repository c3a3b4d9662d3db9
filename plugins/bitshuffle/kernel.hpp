// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Bitshuffle, HDF5 filter 32008: blocks of elements taken apart into bit planes, and compressed.
// Stored bytes are, for
//   lz4, zstd   bytes of the data (64 bits) and of a block (32 bits), then for each block its
//               stored size (32 bits) and its compressed planes; most significant byte first
//   none        the planes of one block after another, and nothing else
// The last block takes as many elements as are left and make a multiple of 8, and what is left then
// follows as it is. Lz4 and zstd are their plain block and frame. Any data can be stored.
//
// Visible parameters: [elements of a block, compressor, level]. The block is a multiple of 8; 0 and
// none mean about 8 KiB. The compressor is 0 none, 2 lz4, 3 zstd; none given is none. The level is
// zstd's. Working ones have [major and minor version, bytes of an element] in front, the version
// being the oldest of the bitshuffle library that reads the data: 0.3, or 0.4 with zstd.
// source: HDF5 registered filter plugins, id 32008; bitshuffle's README and bshuf_h5filter.h;
// measured with Debian's bitshuffle 0.3.5
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::bitshuffle {

enum Compressor : std::uint32_t { none = 0, lz4 = 2, zstd = 3 };

/// Working parameters are taken for what they are, not moved up a second time: 4 words or more are
/// theirs.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Returns the memory for a block, and the contexts of libzstd.
std::unique_ptr<Workspace> make_scratch();

/// throws: KernelError if the data are not whole elements.
std::size_t encode(Workspace& scratch, Parameters working, ConstBytes input, Bytes output);

/// What follows the frame is left, as other filters leave it.
/// throws: KernelError if the frame is cut short or damaged.
std::size_t decode(Workspace& scratch, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32008, "bitshuffle", check,  bind,
                               bound, make_scratch, encode, decode};

}  // namespace ncf::plugins::bitshuffle
