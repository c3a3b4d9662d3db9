// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Delta: each whole number is stored as its difference from the one before it, so that slowly
// rising numbers become small ones, which a compressor after it likes. An example of a filter that
// somebody adds; man/ncf-plugins.7 walks through this folder.
//
// Users give no parameter. The working parameter is the bytes of a number; it is taken for a
// visible one too, because programs that copy a dataset's properties, as h5repack, give what is
// stored. Bytes after the last whole number stay as they are.
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::delta {

void check(Parameters visible);

/// throws: ParameterError for what is no whole number of 1, 2, 4 or 8 bytes.
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);

std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;
std::size_t encode(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);
std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

// The id 478 is not registered: HDF5 reserves 256 to 511 for experiments.
inline constexpr Kernel kernel{478, "delta", check, bind, bound, make_workspace<>, encode, decode};

}  // namespace ncf::plugins::delta
