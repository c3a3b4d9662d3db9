// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zstandard, HDF5 filter 32015. Stored bytes are one zstd frame that states the size of its content
// and has no checksum, which is what every zstd filter writes, and the only form that all of them
// read. Parameters: [level as a signed 32-bit number]; 0 or no parameter means 3. Levels 20 to 22
// need much memory; negative ones trade size for speed. Parameters after the first are ignored.
//
// A level promises about the size that libzstd reaches at it, not the same bytes. `choose_strategy`
// finds the fastest way to keep this promise for a variable (choice.hpp). Without hints, the bytes
// are libzstd's own.
// source: HDF5 registered filter plugins, id 32015; RFC 8878
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::zstd {

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// Makes the contexts of libzstd, which are created on first use.
std::unique_ptr<Workspace> make_coders();

std::size_t encode(Workspace& coders, Parameters parameters, ConstBytes input, Bytes output);

/// If a chunk becomes nearly nothing, or its compression ratio clearly differs from that of the
/// first one, it is also encoded with libzstd's own strategy, and the smaller result is kept.
std::size_t encode_hinted(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                          ConstBytes input, Bytes output);

/// source: choice.hpp
ChosenStrategy choose_strategy(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                               std::uint64_t variable_bytes, ConstBytes first_chunk);

/// Decodes one or more frames, with or without content size and checksum, and skips skippable ones.
/// A frame without content size may require a window of up to 128 MiB.
/// throws: KernelError if a frame is truncated, damaged, contradicts its checksum or its content
/// size, needs a dictionary, or is followed by anything other than a frame.
std::size_t decode(Workspace& coders, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32015,       "zstd", check,  nullptr,       bound,
                               make_coders, encode, decode, encode_hinted, choose_strategy};

}  // namespace ncf::plugins::zstd
