// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// LZF, HDF5 filter 32000, which is built into h5py. Stored bytes are a bare LZF stream without size
// or checksum, so a stream truncated between two steps looks like a complete, shorter one. Working
// parameters, all set by the filter: [revision of the filter, version of LZF, bytes of a chunk].
// There are no visible parameters.
//
// Any data can be stored: noise becomes a stream of literals, larger by 1/32. Other lzf filters can
// read it; they refuse to write such a chunk, and fail if the filter is mandatory.
// source: h5py, lzf_filter.c; liblzf, lzf.h; measured with h5py 3.7 and the lzf plugin of Debian's
// package bitshuffle
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::lzf {

/// Accepts any parameters: files contain the working ones, and those of a user are replaced.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Encodes at most 4 GiB. throws: KernelError.
std::size_t encode(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);

/// throws: KernelError if a step of the stream is truncated or points before the data.
std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32000, "lzf", check, bind, bound, make_workspace<>, encode, decode};

}  // namespace ncf::plugins::lzf
