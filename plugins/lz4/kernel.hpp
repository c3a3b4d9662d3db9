// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// LZ4, HDF5 filter 32004. Stored bytes are the size of the data (64 bits) and of a block (32 bits),
// then for each block its stored size (32 bits) and the block; all most significant byte first. A
// block is in LZ4's block format, or unchanged if that would not be smaller, as its stored size
// shows; so any data can be stored. LZ4 frames of other programs and numcodecs' lz4 wrap the same
// blocks differently. Parameters: [bytes of a block]; 0 or no parameter means 1 GiB, in effect the
// whole chunk. Parameters after the first are ignored.
// source: HDF5 registered filter plugins, id 32004; measured with Debian's hdf5-filter-plugin
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::lz4 {

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

std::size_t encode(Workspace& workspace, Parameters parameters, ConstBytes input, Bytes output);

/// Decodes a frame. Bytes after it are ignored, as by other filters.
/// throws: KernelError if the frame is truncated or damaged.
std::size_t decode(Workspace& workspace, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32004,  "lz4", check, nullptr, bound, make_workspace<>,
                               encode, decode};

}  // namespace ncf::plugins::lz4
