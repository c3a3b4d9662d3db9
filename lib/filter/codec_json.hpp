// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zarr's codecs as metadata hold them, and the HDF5 filters that do the same:
//
//   Zarr v2, numcodecs   {"id":"zstd","level":5}
//   Zarr v3              {"name":"zstd","configuration":{"level":5,"checksum":false}}
//
// A `Codec` is the JSON as it was written, so that a codec nobody here knows is kept and shown, and
// what a filter cannot hold (zstd's checksum) is not lost between two Zarr arrays. Which filter it
// is, is asked for only where its bytes must be read or made. Driven by the registry's tables.
// Lists of codecs are in codec_list.hpp. Pure functions, any thread.
//
// source: numcodecs' codec configurations; Zarr v3 specification, "Codecs"; zarr-extensions
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/filter_spec.hpp"

namespace ncf::filter {

enum class ZarrFormat { v2, v3 };

/// A codec of an array.
struct Codec {
  ZarrFormat format = ZarrFormat::v2;
  std::string name;  ///< v2: numcodecs' id, "zlib"; v3: "zstd", "numcodecs.zlib"
  std::string json;  ///< compact; members, numbers and strings as written

  friend bool operator==(const Codec&, const Codec&) = default;
};

/// Any codec, known or not. Of v3 also a name alone, `"crc32c"`.
/// throws: SyntaxError where it is no JSON, Error(syntax) where it has no name.
Codec parse_codec(std::string_view json, ZarrFormat format);

/// The filter that a codec is.
struct CodecFilter {
  Filter filter;
  /// Bytes of one value as the codec says it, else as the caller said.
  std::size_t element_size = 0;
  /// Members whose values the filter does not have, "checksum=true" and "level=30": what the codec
  /// wrote is read all the same, but the filter would write without, or with what comes near.
  std::vector<std::string> extras;
  /// How the stored bytes differ from those the filter writes and reads; empty: not at all.
  std::string_view difference;
};

/// The filter of a codec that wrote data. Missing members have the codec's own defaults.
/// element_size: bytes of one value, 0 where not known.
/// throws: Error(unsupported) for a codec that no filter equals, Error(syntax) for members that it
/// does not have and values that are not allowed.
CodecFilter filter_of(const Codec& codec, std::size_t element_size = 0);

/// The codec of a filter, every member written. Its bytes are the filter's unless
/// `difference_of` says otherwise.
/// element_size: bytes of one value, not 0.
/// throws: Error(unsupported) for a filter that no codec equals, saying what to use instead, and
/// for parameters the codec cannot have.
Codec codec_of(const Filter& filter, ZarrFormat format, std::size_t element_size);

/// How the bytes of the codec that `codec_of` gives differ from the filter's; empty: not at all.
std::string_view difference_of(const Filter& filter);

/// Why the filter's bytes cannot be stored in Zarr, and what to use instead: for errors.
std::string no_codec_message(const Filter& filter);

/// What a user asks for by JSON of either format.
/// throws: Error(syntax), also for what the filter would not do as asked.
Filter filter_from_json(std::string_view json);

}  // namespace ncf::filter
