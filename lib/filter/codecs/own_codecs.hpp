// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Codecs that HDF5 has no filter for and our kernels run: numcodecs' filters of values and its
// checksums. Their JSON as parameters of these kernels:
//
//   {"id":"delta","dtype":"<i4","astype":"<i2"} {"name":"numcodecs.delta","configuration":{...}}
//
// Pure functions, any thread. source: numcodecs 0.16, and its module zarr3
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "filter/codecs/codec_json.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"

namespace ncf::filter {

/// A type of numbers as a parameter; 0 if there are none. kind: i, u or f.
/// source: plugins/numcodecs/numbers.hpp
constexpr std::uint32_t number_parameter(char kind, std::size_t bytes, bool is_big_endian) {
  return static_cast<std::uint32_t>(kind) << 16U | static_cast<std::uint32_t>(bytes) << 8U |
         (is_big_endian ? 1U : 0U);
}

/// Returns the bytes of a number; 0 if there are no numbers.
constexpr std::size_t bytes_of_numbers(std::uint32_t numbers) { return numbers >> 8U & 0xFFU; }

/// Returns whether a kernel of a codec only adds a checksum.
constexpr bool is_checksum(std::uint32_t id) {
  return id == crc32c_id || id == crc32_id || id == adler32_id;
}

/// Returns the row of a codec that one of our kernels runs; null for all others.
const CodecWithoutFilter* find_own_codec(const Codec& codec);

/// Returns whether such a codec leaves values, or in v3 takes values: it comes before `bytes`.
bool is_codec_of_values(const Codec& codec);

/// Returns the parameters of an own codec. numbers: the type of the values that the codec gets, 0
/// if it is unknown; becomes that of those it leaves. In v3 it has the byte order of `bytes`.
/// throws: MemberError for members that are not allowed.
Filter own_filter_of(const Codec& codec, std::uint32_t& numbers);

/// Returns the codec of such parameters. numbers: as above; must be known.
Codec own_codec_of(const Filter& filter, ZarrFormat format, std::uint32_t& numbers);

/// Returns the filter that has the same data as a codec's kernel in other bytes; empty if there is
/// none.
constexpr std::optional<std::uint32_t> nearest_filter(std::uint32_t own_id) {
  if (own_id == gzip_id) return deflate_id;
  return own_id == zarr_lz4_id ? std::optional(lz4_id) : std::nullopt;
}

/// Returns the ids of filters of a chain with codecs that exist only in Zarr: the nearest, or none.
std::vector<std::uint32_t> ids_of_filters(const Chain& chain);

/// Returns the bytes that a kernel leaves of so many; empty if that depends on the data.
std::optional<std::size_t> bytes_after_own(const StoredFilter& filter, std::size_t bytes);

}  // namespace ncf::filter
