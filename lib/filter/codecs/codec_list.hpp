// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The codecs of an array, as listed in its metadata in the order of encoding:
//
//   Zarr v2   "filters": [{"id":"shuffle","elementsize":4}], "compressor": {"id":"zlib","level":4}
//   Zarr v3   "codecs": [{"name":"bytes","configuration":{"endian":"little"}},
//                        {"name":"numcodecs.shuffle",...}, {"name":"numcodecs.zlib",...}]
//
// Pure functions, any thread.
//
// source: Zarr v2 specification, "Metadata"; Zarr v3 specification, "Codecs"
#pragma once

#include <bit>
#include <cstddef>
#include <optional>
#include <span>

#include "filter/codecs/codec_json.hpp"
#include "filter/codecs/stored_codecs.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// The facts about an array that a codec needs.
struct ArrayFacts {
  std::size_t element_size = 0;                  ///< bytes of one value; not 0
  std::endian byte_order = std::endian::little;  ///< of the values as stored
};

/// The two members of Zarr v2's metadata; null if absent.
struct CodecsV2 {
  base::Json filters;
  base::Json compressor;

  friend bool operator==(const CodecsV2&, const CodecsV2&) = default;
};

/// Parses the members of Zarr v2. throws: Error(syntax) naming the invalid member.
CodecList parse_codecs(const CodecsV2& members);
/// Parses Zarr v3's "codecs". throws: as above.
CodecList parse_codecs(const base::Json& codecs);

/// Returns the codecs of either format in one list: the inverse of the function above.
base::Json list_of_codecs(std::span<const Codec> codecs);
/// Returns the two members: the last codec is the compressor.
CodecsV2 format_codecs_v2(const CodecList& codecs);

/// Returns the codecs of v3 with `bytes` after those of values, unless it or a codec that takes its
/// place is there.
CodecList with_bytes(CodecList codecs, const ArrayFacts& array);

/// Returns the byte order of v3's `bytes`; empty if it states none, as for single bytes.
/// throws: Error(syntax) for any other value.
std::optional<std::endian> byte_order_of(const CodecList& codecs);

}  // namespace ncf::filter
