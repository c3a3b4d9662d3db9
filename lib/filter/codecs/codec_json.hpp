// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zarr's codecs as in metadata, and the equivalent HDF5 filters:
//
//   Zarr v2, numcodecs   {"id":"zstd","level":5}
//   Zarr v3              {"name":"zstd","configuration":{"level":5,"checksum":false}}
//
// A `Codec` is the JSON as written, so unknown codecs are kept and shown. The equivalent filter is
// determined only when bytes are decoded or encoded; what it cannot express, such as zstd's
// checksum, are the `extras`. Driven by the registry's tables. Pure functions, any thread.
//
// source: numcodecs' codec configurations; Zarr v2 specification, "Metadata"; Zarr v3
// specification, "Codecs"; zarr-extensions
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.hpp"
#include "filter/codecs/stored_codecs.hpp"
#include "filter/facts.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// A codec of an array.
struct Codec {
  ZarrFormat format = ZarrFormat::v2;
  std::string name;  ///< v2: numcodecs' id, "zlib"; v3: "zstd", "numcodecs.zlib"
  base::Json json;   ///< as written

  friend bool operator==(const Codec&, const Codec&) = default;
};

/// Parses any codec, known or not; for v3 also a name alone, `"crc32c"`.
/// throws: Error(syntax) if it has no name.
Codec parse_codec(base::Json json, ZarrFormat format);

/// One of a codec's two tables of members, and its filter.
struct CodecForm {
  const FilterFacts* facts = nullptr;
  const CodecFacts* codec = nullptr;
  std::span<const CodecMember> members = {};
  bool is_core = false;  ///< Zarr v3's own
};

/// A member of a codec whose value the filter cannot have.
struct CodecExtra {
  std::string member;
  base::Json stated;     ///< in the codec
  base::Json of_filter;  ///< what the filter has instead
  /// The filter determines an element_size in HDF5, but encodes as stated in Zarr.
  MemberRole role = MemberRole::extra;

  friend bool operator==(const CodecExtra&, const CodecExtra&) = default;
};

/// The filter equivalent to a codec.
struct CodecFilter {
  Filter filter;
  /// Bytes of one value, from the codec if it states them, else from the caller.
  std::size_t element_size = 0;
  /// Existing data can be read in spite of them.
  std::vector<CodecExtra> extras;
  /// The reason why the filter must only decode: an extra changes the values. Otherwise empty.
  std::string why_not_encode;
  /// The difference between the stored bytes and the filter's; empty if there is none.
  std::string_view difference;
  /// Returns whether a kernel with these working parameters produces the codec's bytes
  /// nevertheless; may be null.
  bool (*makes_bytes)(std::span<const std::uint32_t> working) = nullptr;
};

/// Returns a codec of either format, as users write it. throws: as parse_codec.
Codec parse_written_codec(const base::Json& json);

/// Returns the form for a codec's name; empty if no filter is equivalent.
std::optional<CodecForm> find_form(const Codec& codec);

/// Returns the same of some rows.
std::optional<CodecForm> find_form(const Codec& codec, std::span<const FilterFacts> rows);

/// Returns the form to write in a format: in v3 the codec's own form if it has one.
CodecForm form_to_write(const FilterFacts& facts, const CodecFacts& codec, ZarrFormat format);

/// Returns "zlib", "numcodecs.zlib", "zstd".
std::string form_name(const CodecForm& form, ZarrFormat format);

/// Returns the name of a plugin's codec: in Zarr v3 "numcodecs.lz4" if numcodecs has a codec of
/// this id, and otherwise its own, "example.delta".
std::string plugin_codec_name(std::string_view id, ZarrFormat format);

/// Returns the filter of a codec that wrote data. Missing members get the codec's own defaults.
/// element_size: bytes of one value, 0 if unknown.
/// throws: Error(unsupported) for a codec without an equivalent filter, Error(syntax) for unknown
/// members and values that are not allowed.
CodecFilter filter_of(const Codec& codec, std::size_t element_size = 0);

/// Returns a codec as its filter encodes in Zarr: without extras except the element size.
/// codec: it has a filter. element_size: bytes of one value, 0 if unknown. throws: as filter_of.
Codec as_encoded(const Codec& codec, std::size_t element_size);

/// Returns what a filter does instead of an extra: "codec zstd has checksum=true, which the filter
/// cannot express; it becomes false".
std::string describe_lost(const Codec& codec, const CodecExtra& extra);

/// Returns a codec of the same name that states what its filter does in HDF5, with every member
/// written. codec: it has a filter. element_size: bytes of one value. throws: as filter_of.
Codec without_extras(const Codec& codec, std::size_t element_size);

/// Returns the codec of a filter, with every member written. Its bytes are the filter's unless
/// `difference_of` reports a difference.
/// element_size: bytes of one value, not 0.
/// throws: Error(unsupported) for a filter without an equivalent codec, with an alternative, and
/// for parameters that the codec does not allow.
Codec codec_of(const Filter& filter, ZarrFormat format, std::size_t element_size);

/// Returns how the bytes of `codec_of`'s codec differ from the filter's; empty if they do not.
std::string_view difference_of(const Filter& filter);

/// Returns whether Zarr has a codec whose bytes are the filter's, or are produced by our kernel of
/// the filter.
bool has_codec(const Filter& filter);

/// Returns an error message: why the filter's bytes cannot be stored in Zarr, and what to use
/// instead.
std::string no_codec_message(const Filter& filter);

/// Returns the filter that a user requests with JSON of either format.
/// throws: Error(syntax), also if the filter would not do exactly what is requested.
Filter filter_from_json(const base::Json& json);

// ---- The codecs of an array, as listed in its metadata in the order of encoding ----
//
//   Zarr v2   "filters": [{"id":"shuffle","elementsize":4}], "compressor": {"id":"zlib","level":4}
//   Zarr v3   "codecs": [{"name":"bytes","configuration":{"endian":"little"}},
//                        {"name":"numcodecs.shuffle",...}, {"name":"numcodecs.zlib",...}]

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
