// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zstandard, HDF5 filter 32015. Stored bytes are one zstd frame that says the size of its content
// and has no checksum: what every zstd filter writes, and the one form all of them read.
// Parameters: [level as a signed 32-bit number]; none means 3, and so does 0. Levels 20 to 22 need
// much memory, negative ones trade size for speed. Words after the first are ignored.
// source: HDF5 registered filter plugins, id 32015; RFC 8878
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::zstd {

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// libzstd's contexts, made when they are first used.
std::unique_ptr<Workspace> make_contexts();

std::size_t encode(Workspace& contexts, Parameters parameters, ConstBytes input, Bytes output);

/// Reads one or more frames, with or without content size and checksum, and skips skippable ones.
/// A frame without content size may ask for a window of up to 128 MiB.
/// throws: KernelError where a frame is cut short, damaged, contradicts its checksum or its content
/// size, needs a dictionary, or is followed by anything but a frame.
std::size_t decode(Workspace& contexts, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32015, "zstd", check, nullptr, bound, make_contexts, encode, decode};

}  // namespace ncf::plugins::zstd
