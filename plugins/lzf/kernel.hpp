// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// LZF, HDF5 filter 32000, which h5py has built in. Stored bytes are a bare LZF stream: neither size
// nor checksum, so that one that ends early, between two of its steps, looks whole and short.
// Working parameters, all the filter's own: [revision of the filter, version of LZF, bytes of a
// chunk]; a user gives none.
//
// Any data can be stored: noise becomes a stream of literals, a thirtieth larger. Other lzf filters
// read it; as writers they refuse such a chunk, and fail where the filter is mandatory.
// source: h5py, lzf_filter.c; liblzf, lzf.h; measured with h5py 3.7 and the lzf
// plugin of Debian's package bitshuffle
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::lzf {

/// Takes any: files hold the working ones, and what a user gives is replaced.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// At most 4 GiB at once. throws: KernelError.
std::size_t encode(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);

/// throws: KernelError if a step of the stream is cut short or points before the data.
std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32000, "lzf", check, bind, bound, make_workspace<>, encode, decode};

}  // namespace ncf::plugins::lzf
