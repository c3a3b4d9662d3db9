// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// bzip2, HDF5 filter 307. Stored bytes are one bzip2 stream, the same that every other bzip2 filter
// writes for the same level. Parameters: [level 1 to 9, which is the block size in 100 kB]; the
// default is 9. Parameters after the first are ignored, because PyTables stores two of its own
// there.
//
// source: HDF5 registered filter plugins, id 307; bzip2 manual, "Programming with libbzip2"
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::bzip2 {

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// Encodes at most 4 GiB. throws: KernelError.
std::size_t encode(Workspace& workspace, Parameters parameters, ConstBytes input, Bytes output);

/// Decodes one or more consecutive streams, as `bzip2 -d` and numcodecs do. Bytes after them that
/// are not a stream are ignored, as by HDF5 and numcodecs.
/// throws: KernelError if a stream is truncated or damaged.
std::size_t decode(Workspace& workspace, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{307,   "bzip2",          check,  nullptr,
                               bound, make_workspace<>, encode, decode};

}  // namespace ncf::plugins::bzip2
