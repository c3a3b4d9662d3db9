// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Deflate, HDF5 filter 1. Stored bytes are one ordinary zlib stream. Parameters: [level 0 to 9];
// the default is 6. Parameters after the first are ignored.
//
// A level promises the size that zlib reaches at it, not the same bytes. `choose_strategy` finds
// the fastest way to keep this promise for a variable: our own encoder for shuffled data
// (plane_encoder.hpp), libdeflate, or zlib. Data without a choice get the strategy of the level
// (strategy.hpp): our own encoder keeps the promise there too, libdeflate on average.
//
// source: HDF5 reference manual, H5Pset_deflate; RFC 1950, RFC 1951
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::deflate {

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// Makes the coders, which are created on first use.
std::unique_ptr<Workspace> make_coders();

std::size_t encode(Workspace& coders, Parameters parameters, ConstBytes input, Bytes output);

/// If a chunk's compression ratio clearly differs from that of the first one, it is also encoded
/// with the careful strategy, and the smaller result is kept.
std::size_t encode_hinted(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                          ConstBytes input, Bytes output);

/// source: choice.hpp
ChosenStrategy choose_strategy(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                               std::uint64_t variable_bytes, ConstBytes first_chunk);

/// Decodes one stream. What follows it is ignored, as by HDF5 and numcodecs, even if it is another
/// stream.
/// throws: KernelError if the stream is truncated, damaged, contradicts its checksum or needs a
/// dictionary.
std::size_t decode(Workspace& coders, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{1,           "deflate", check,  nullptr,       bound,
                               make_coders, encode,    decode, encode_hinted, choose_strategy};

}  // namespace ncf::plugins::deflate
