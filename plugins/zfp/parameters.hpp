// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The parameters of zfp. Visible ones are those of H5Z-ZFP: a mode, an unused one, and the mode's
// own, of which a double takes two, the low half first:
//
//   1, 0, rate as double                     4, 0, minbits, maxbits, maxprec, minexp
//   2, 0, precision                          5
//   3, 0, accuracy as double                 none: what libzfp does by default
//
// Working ones are [versions, header...]: the header of a zfp stream in 3 parameters, or in 5 where
// its mode takes more bits. H5Z-ZFP keeps the bytes of a header as it finds them in memory, so a
// big-endian machine stores each parameter with its bytes in the other order; such a header means
// big-endian values.
//
// Where the versions are 0, each chunk has its own header in front, as numcodecs' zfpy writes it;
// the one among the parameters says how to encode. Such parameters are not stored: Zarr has JSON.
// source: H5Z-ZFP 1.1, H5Zzfp.c and H5Zzfp_plugin.h; numcodecs, zfpy.py
#pragma once

#include <cstdint>
#include <vector>

#include "common/kernel.hpp"
#include "zfp/stream.hpp"

namespace ncf::plugins::zfp {

/// throws: ParameterError saying which visible parameters are allowed.
void check(Parameters visible);

/// Working parameters stay as they are if they are of such chunks.
/// throws: ParameterError for types and shapes that zfp does not encode.
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);

/// Working parameters, read.
struct Working {
  Coding coding;
  ByteOrder byte_order = ByteOrder::little;  ///< of the values
  bool has_header_in_front = false;          ///< each chunk
};

/// throws: ParameterError unless they are working ones.
Working read_working(Parameters working);

}  // namespace ncf::plugins::zfp
