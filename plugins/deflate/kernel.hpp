// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Deflate, HDF5 filter 1. Stored bytes are one zlib stream, which every zlib reads. Parameters:
// [level 0 to 9]; none means 6; words after the first are ignored.
//
// A level promises the size that zlib reaches at it, not the same bytes. `choose_strategy` finds
// what keeps that promise fastest for a variable: an encoder of our own, made for data that shuffle
// has just been over (plane_encoder.hpp), libdeflate, or zlib itself. Data that nothing was chosen
// for take the strategy of the level (strategy.hpp): our own encoder keeps the promise there too,
// libdeflate in sum.
//
// source: HDF5 reference manual, H5Pset_deflate; RFC 1950, RFC 1951
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::deflate {

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// Returns the coders, made when they are first used.
std::unique_ptr<Workspace> make_coders();

std::size_t encode(Workspace& coders, Parameters parameters, ConstBytes input, Bytes output);

/// A chunk that does not become about what the first one became is encoded by the careful strategy,
/// too, and the smaller one counts.
std::size_t encode_hinted(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                          ConstBytes input, Bytes output);

/// source: choice.hpp
ChosenStrategy choose_strategy(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                               std::uint64_t variable_bytes, ConstBytes first_chunk);

/// Reads one or more streams, one after another.
/// Data after them that are not a stream are ignored, as by HDF5 and numcodecs.
/// throws: KernelError if a stream is cut short, damaged, contradicts its checksum or needs a
/// dictionary.
std::size_t decode(Workspace& coders, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{1,           "deflate", check,  nullptr,       bound,
                               make_coders, encode,    decode, encode_hinted, choose_strategy};

}  // namespace ncf::plugins::deflate
