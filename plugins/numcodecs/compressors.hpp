// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// numcodecs' compressors that HDF5 does not have: lz4, which frames the same block as HDF5's filter
// in other bytes, and lzma; each exists only if its library was found. Parameters:
//
//   lz4    acceleration
//   lzma   format (1: xz, 2: alone), check and preset, two's complement; -1: numcodecs' own
//
// source: numcodecs 0.16, lz4.pyx, lzma.py; Python's module lzma
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::numcodecs {

void check_lz4(Parameters parameters);
std::size_t bound_lz4(Parameters parameters, std::size_t decoded_bytes) noexcept;
std::size_t encode_lz4(Workspace&, Parameters, ConstBytes input, Bytes output);
std::size_t decode_lz4(Workspace&, Parameters, ConstBytes input, Output& output);

inline constexpr Kernel lz4{0x1000C,          "lz4",      check_lz4, nullptr, bound_lz4,
                            make_workspace<>, encode_lz4, decode_lz4};

void check_lzma(Parameters parameters);
std::size_t bound_lzma(Parameters parameters, std::size_t decoded_bytes) noexcept;
std::size_t encode_lzma(Workspace&, Parameters, ConstBytes input, Bytes output);

/// Decodes all streams, of either format.
std::size_t decode_lzma(Workspace&, Parameters, ConstBytes input, Output& output);

inline constexpr Kernel lzma{0x1000D,    "lzma",           check_lzma,  nullptr,
                             bound_lzma, make_workspace<>, encode_lzma, decode_lzma};

}  // namespace ncf::plugins::numcodecs
