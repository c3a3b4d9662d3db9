// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The parameters of zfp. The visible ones are those of H5Z-ZFP: a mode, an unused one, and those of
// the mode. A double takes two, the low half first:
//
//   1, 0, rate as double                     4, 0, minbits, maxbits, maxprec, minexp
//   2, 0, precision                          5
//   3, 0, accuracy as double                 none: libzfp's default
//
// The working parameters are [versions, header...]: the header of a zfp stream in 3 parameters, or
// in 5 if its mode takes more bits. H5Z-ZFP stores the bytes of a header as they are in memory, so
// a big-endian machine stores each parameter with its bytes reversed; such a header means
// big-endian values.
//
// If the versions are 0, each chunk has its own header in front, as in numcodecs' zfpy; the one in
// the parameters determines how to encode. Such parameters are not stored: Zarr has JSON.
// source: H5Z-ZFP 1.1, H5Zzfp.c and H5Zzfp_plugin.h; numcodecs, zfpy.py
#pragma once

#include <cstdint>
#include <vector>

#include "common/kernel.hpp"
#include "zfp/stream.hpp"

namespace ncf::plugins::zfp {

/// throws: ParameterError that names the allowed visible parameters.
void check(Parameters visible);

/// Binds parameters. Working parameters are kept if they are for such chunks.
/// throws: ParameterError for types and shapes that zfp does not encode.
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);

/// The contents of working parameters.
struct Working {
  Coding coding;
  ncf_element_order byte_order = ncf_order_little;  ///< of the values
  bool has_header_in_front = false;                 ///< of each chunk
};

/// Reads working parameters. throws: ParameterError for others.
Working read_working(Parameters working);

}  // namespace ncf::plugins::zfp
