// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Codecs that HDF5 has no filter for and our kernels run: numcodecs' filters of values and its
// checksums. Their JSON as parameters of these kernels, as plugins/numcodecs/facts.hpp describes:
//
//   {"id":"delta","dtype":"<i4","astype":"<i2"} {"name":"numcodecs.delta","configuration":{...}}
//
// Pure functions, any thread. source: numcodecs 0.16, and its module zarr3
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "filter/codecs/codec_interpreter.hpp"
#include "filter/codecs/codec_json.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::filter {

/// Returns whether a kernel of a codec only adds a checksum.
constexpr bool is_checksum(std::uint32_t id) {
  return id == crc32c_id || id == crc32_id || id == adler32_id;
}

/// Returns the row of a codec that one of our kernels runs; null for all others.
const FilterFacts* find_own_codec(const Codec& codec);

/// Returns whether such a codec leaves values, or in v3 takes values: it comes before `bytes`.
bool is_codec_of_values(const Codec& codec);

/// Returns the parameters of an own codec. numbers: the type of the values that the codec gets, 0
/// if it is unknown; becomes that of those it leaves. In v3 it has the byte order of `bytes`.
/// throws: Error(syntax) for members that are not allowed, or that change values as it cannot.
Filter own_filter_of(const Codec& codec, std::uint32_t& numbers, CodecUse use = CodecUse::decode);

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
