// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Shuffle, HDF5 filter 2. Stored bytes are the first bytes of all elements, then the second ones,
// and so on; bytes after the last whole element follow unchanged. The size stays the same: a
// compressor should follow. There are no visible parameters. Working parameters: [bytes of an
// element].
// source: HDF5 reference manual, H5Pset_shuffle; measured with HDF5 1.10.8
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::shuffle {

/// Accepts any parameters: files contain the working ones, and those of a user are replaced.
void check(Parameters visible);
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// throws: ParameterError without an element size.
std::size_t encode(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);
std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{2, "shuffle", check, bind, bound, make_workspace<>, encode, decode};

}  // namespace ncf::plugins::shuffle
