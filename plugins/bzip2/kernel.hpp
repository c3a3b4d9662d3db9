// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// bzip2, HDF5 filter 307. Stored bytes are one bzip2 stream, the same bytes every other bzip2
// filter writes for the same level. Parameters: [level 1 to 9, the block size in 100 kB]; none
// means 9; words after the first are ignored, because PyTables stores two of its own there.
//
// source: HDF5 registered filter plugins, id 307; bzip2 manual, "Programming with libbzip2"
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::bzip2 {

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// At most 4 GiB at once. throws: KernelError.
std::size_t encode(Workspace& workspace, Parameters parameters, ConstBytes input, Bytes output);

/// Reads one or more streams, one after another, as `bzip2 -d` and numcodecs do. What follows them
/// and is no stream is left, as HDF5 and numcodecs leave it.
/// throws: KernelError if a stream is cut short or damaged.
std::size_t decode(Workspace& workspace, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{307,   "bzip2",          check,  nullptr,
                               bound, make_workspace<>, encode, decode};

}  // namespace ncf::plugins::bzip2
