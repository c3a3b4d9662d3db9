// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Deflate, HDF5 filter 1. Stored bytes are one zlib stream, which every zlib reads. Parameters:
// [level 0 to 9]; none means 6; words after the first are ignored.
//
// A level promises the size that zlib reaches at it, not the same bytes. Of data that shuffle has
// just been over an encoder of our own keeps that promise (plane_encoder.hpp); of others libdeflate
// does in sum, at an effort of its own (libdeflate_coder.hpp has the table and what was measured),
// and without libdeflate it is zlib itself.
// source: HDF5 reference manual, H5Pset_deflate; RFC 1950, RFC 1951
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::deflate {

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// The coders, made when they are first used.
std::unique_ptr<Workspace> make_coders();

std::size_t encode(Workspace& coders, Parameters parameters, ConstBytes input, Bytes output);

/// Of data that shuffle has just been over.
std::size_t encode_shuffled(Workspace& coders, Parameters parameters, std::size_t element_bytes,
                            ConstBytes input, Bytes output);

/// Reads one or more streams, one after another.
/// throws: KernelError where a stream is cut short, damaged, contradicts its checksum, needs a
/// dictionary, or is followed by anything but a stream.
std::size_t decode(Workspace& coders, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel kernel{1,           "deflate", check,  nullptr,        bound,
                               make_coders, encode,    decode, encode_shuffled};

}  // namespace ncf::plugins::deflate
