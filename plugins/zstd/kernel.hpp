// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zstandard, HDF5 filter 32015. Stored bytes are one zstd frame that says the size of its content
// and has no checksum: what every zstd filter writes, and the one form all of them read.
// Parameters: [level as a signed 32-bit number]; none means 3, and so does 0. Levels 20 to 22 need
// much memory, negative ones trade size for speed. Words after the first are ignored.
//
// A level promises about the size that libzstd reaches at it, not the same bytes; `choose_strategy`
// finds what keeps that promise fastest for a variable (choice.hpp). Without hints the bytes are
// libzstd's own.
// source: HDF5 registered filter plugins, id 32015; RFC 8878
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::zstd {

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// libzstd's contexts, made when they are first used.
std::unique_ptr<Workspace> make_coders();

std::size_t encode(Workspace& coders, Parameters parameters, ConstBytes input, Bytes output);

/// A chunk that becomes nearly nothing, or not about what the first one became, is encoded plainly,
/// too, and the smaller one counts.
std::size_t encode_hinted(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                          ConstBytes input, Bytes output);

/// source: choice.hpp
ChosenStrategy choose_strategy(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                               std::uint64_t variable_bytes, ConstBytes first_chunk);

/// Reads one or more frames, with or without content size and checksum, and skips skippable ones.
/// A frame without content size may ask for a window of up to 128 MiB.
/// throws: KernelError if a frame is cut short, damaged, contradicts its checksum or its content
/// size, needs a dictionary, or is followed by anything but a frame.
std::size_t decode(Workspace& coders, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32015,       "zstd", check,  nullptr,       bound,
                               make_coders, encode, decode, encode_hinted, choose_strategy};

}  // namespace ncf::plugins::zstd
