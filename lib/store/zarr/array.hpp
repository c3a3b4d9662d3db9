// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The metadata of an array, as `.zarray` (v2) or `zarr.json` (v3) hold them. Values and pure
// functions, any thread.
//
// Metadata that are no metadata are an error. What is correct but cannot be read here (an unknown
// codec, a structure as element, chunks beyond all memory) is kept as the array's fault, told when
// its values are asked for: all other arrays of a store can be used.
//
// source: Zarr v2 specification, "Arrays"; Zarr v3 specification, "Array metadata";
// ZEP 2, "Sharding codec"
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "filter/codec_list.hpp"
#include "filter/codec_variable.hpp"
#include "model/values.hpp"
#include "ncf/error.hpp"
#include "store/zarr/element.hpp"
#include "store/zarr/json.hpp"

namespace ncf::store::zarr {

/// A chunk that takes more, decoded, is not read.
inline constexpr std::uint64_t max_chunk_bytes = std::numeric_limits<std::uint32_t>::max();

/// "0.3" (v2), "0/3" (v2 with "/"), "c/0/3" (v3).
struct ChunkKeys {
  bool has_prefix = false;
  char separator = '.';
};

/// Of a chunk in the index of a shard: offset and length.
inline constexpr std::size_t shard_entry_bytes = 2 * sizeof(std::uint64_t);

/// The chunks lie in files of several, each with an index.
struct Sharding {
  std::vector<std::size_t> shard_shape;
  filter::CodecList index_codecs;
  bool index_is_first = false;
};

struct ArrayMetadata {
  filter::ZarrFormat format = filter::ZarrFormat::v2;
  std::vector<std::size_t> shape;
  std::vector<std::size_t> chunk_shape;  ///< of what is decoded at a time; no length is 0
  Element element;
  std::optional<model::Values> fill;  ///< one value; empty for null
  /// From bytes to bytes, in the order of writing. In v3 one that nobody knows may be the first,
  /// in the place of `bytes`.
  filter::CodecList codecs;
  filter::CodecList all_codecs;  ///< as written: what people are shown
  /// Dimensions in the order they are stored, the last varying fastest; empty: as they are.
  std::vector<std::size_t> stored_order;
  ChunkKeys keys;
  std::optional<Sharding> sharding;
  /// v3's; an empty name where there is none.
  std::optional<std::vector<std::string>> dimension_names;
  std::optional<Error> fault;   ///< why values can be neither read nor written
  filter::CodecVariable shown;  ///< to codecs of plugins

  /// `all_codecs` were taken over from another array, to be written as they are.
  bool keeps_codecs = false;

  [[nodiscard]] std::size_t rank() const noexcept { return shape.size(); }
  /// Elements of a chunk.
  [[nodiscard]] std::size_t chunk_elements() const noexcept;
};

/// Who wrote an array, where that changes what its metadata mean.
enum class Writer {
  any,
  libnetcdf_4_9_0,  ///< "<U1" is a byte of text, and no byte order but the machine's was written
};

/// throws: Error(corrupt).
ArrayMetadata parse_array_v2(const Json& zarray, Writer writer);
ArrayMetadata parse_array_v3(const Json& metadata);

/// For metadata without fault, sharding and stored order.
Json format_array_v2(const ArrayMetadata& array);
/// Without attributes.
Json format_array_v3(const ArrayMetadata& array);

/// The key of a chunk below the array's, of chunk numbers along each dimension.
std::string chunk_key(const ChunkKeys& keys, std::span<const std::size_t> numbers);

/// The chunk numbers that a key below the array's stands for; empty where it is no chunk's.
std::optional<std::vector<std::size_t>> parse_chunk_key(const ChunkKeys& keys, std::size_t rank,
                                                        std::string_view key);

/// throws: Error(corrupt) where lengths are missing, differ in number or are absurd.
void check_shape(const ArrayMetadata& array);

/// Of a shape that was checked. throws: Error(unsupported) for chunks of more than
/// `max_chunk_bytes`.
void check_chunk_bytes(const ArrayMetadata& array);

/// An order of dimensions as `ArrayMetadata::stored_order`: empty where it is that of C.
std::vector<std::size_t> as_stored_order(std::vector<std::size_t> order);

/// A list of lengths. throws: Error(corrupt), naming the member.
std::vector<std::size_t> parse_lengths(const Json* list, std::string_view member);

Json format_lengths(std::span<const std::size_t> lengths);

/// Members of metadata of v3 beyond those that are known must not need to be understood.
/// throws: Error(unsupported).
void require_understood(const Json& metadata, std::span<const std::string_view> known);

/// A member that must be there. throws: Error(corrupt).
const Json& get_member(const Json& object, std::string_view name);

}  // namespace ncf::store::zarr
