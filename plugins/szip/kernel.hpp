// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Szip, HDF5 filter 4: the Rice coder of CCSDS 121.0, implemented by libaec. Stored bytes are the
// size of the data, 4 bytes little-endian, and a coded stream.
//
// Visible parameters: [option mask, pixels of a block]. Working parameters add [bits of a pixel,
// pixels of a scanline], and their mask contains the byte order of the data. A pixel is an element.
//
// A scanline is a row of the chunk in HDF5, but a row of the variable in NCZarr, as long as its
// last dimension: libnetcdf does not store the number, so data can be read only if both agree.
//
// Any data can be stored: noise grows a little. HDF5's own filter refuses such chunks and reads
// ours.
// source: HDF5 reference manual, H5Pset_szip; CCSDS 121.0-B-3; measured with HDF5 1.10.8, libaec
// and libnetcdf 4.10
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::szip {

/// Bits of the option mask.
enum Option : std::uint32_t {
  allow_k13 = 1,
  chip = 2,
  entropy_coding = 4,
  least_significant_first = 8,
  most_significant_first = 16,
  nearest_neighbour = 32,
  raw = 128,
};

void check(Parameters visible);

/// throws: ParameterError for elements other than 1, 2, 4 or 8 bytes of a known order, and for
/// chunks of less than a block.
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);

std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Makes memory for arranging data for libaec.
std::unique_ptr<Workspace> make_scratch();

/// Encodes at most 4 GiB. throws: KernelError.
std::size_t encode(Workspace& scratch, Parameters working, ConstBytes input, Bytes output);

/// Decodes a stream. Bytes after it are ignored, as by HDF5.
/// throws: KernelError if the stream is truncated or damaged.
std::size_t decode(Workspace& scratch, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{4, "szip", check, bind, bound, make_scratch, encode, decode};

}  // namespace ncf::plugins::szip
