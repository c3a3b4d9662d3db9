// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The metadata of an array in `.zarray` (v2) or `zarr.json` (v3). Values and pure functions, any
// thread.
//
// Invalid metadata are an error. Valid metadata that cannot be used here (an unknown codec, a
// structure as element, chunks larger than memory) become the array's fault, reported when its
// values are requested: all other arrays of a store remain usable.
//
// source: Zarr v2 specification, "Arrays"; Zarr v3 specification, "Array metadata"; ZEP 2,
// "Sharding codec"
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/json/json.hpp"
#include "filter/codecs/codec_json.hpp"
#include "filter/codecs/codec_variable.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "model/values/values.hpp"
#include "ncf/error.hpp"
#include "store/zarr/metadata/element.hpp"

namespace ncf::store::zarr {

/// Chunks with a larger decoded size are not read.
inline constexpr std::uint64_t max_chunk_bytes = std::numeric_limits<std::uint32_t>::max();

/// The form of chunk keys: "0.3" (v2), "0/3" (v2 with "/"), "c/0/3" (v3).
struct ChunkKeys {
  bool has_prefix = false;
  char separator = '.';

  friend bool operator==(const ChunkKeys&, const ChunkKeys&) = default;
};

/// An entry in the index of a shard: offset and length.
inline constexpr std::size_t shard_entry_bytes = 2 * sizeof(std::uint64_t);

/// How several chunks are stored in one file with an index.
struct Sharding {
  std::vector<std::size_t> shard_shape;
  filter::CodecList index_codecs;
  bool index_is_first = false;
};

struct ArrayMetadata {
  filter::ZarrFormat format = filter::ZarrFormat::v2;
  std::vector<std::size_t> shape;
  /// The expected shape of a new array when it is complete, which codecs may depend on. Otherwise
  /// empty.
  std::vector<std::size_t> expected_shape;
  /// Of the chunks to decode; no length is 0. The longest along each dimension if they differ.
  std::vector<std::size_t> chunk_shape;
  /// Where chunks of different lengths end, along each dimension; otherwise empty. Only read.
  std::vector<std::vector<std::size_t>> chunk_ends;
  Element element;
  std::optional<model::Values> fill;  ///< one value; empty for null
  /// Whether a value may be equal to the fill value: not if it is the number 0, which zarr-python
  /// gives to every array, and values are texts.
  bool is_fill_of_type = true;
  /// The codecs from bytes to bytes, in the order of writing. In v3 the first one may be unknown
  /// and take the place of `bytes`.
  filter::CodecList codecs;
  filter::CodecList all_codecs;  ///< of the chunks, as written, for display
  /// Dimensions in the order of storage, the last varying fastest; empty if it is their own order.
  std::vector<std::size_t> stored_order;
  ChunkKeys keys;
  std::optional<Sharding> sharding;
  /// From v3, or from xarray's attribute in v2; an empty name for an unnamed dimension.
  std::optional<std::vector<std::string>> dimension_names;
  std::optional<Error> fault;   ///< why values can be neither read nor written
  filter::CodecVariable shown;  ///< for codecs of plugins

  /// `all_codecs` come from another array and are written unchanged.
  bool keeps_codecs = false;

  [[nodiscard]] std::size_t rank() const noexcept { return shape.size(); }
  /// Returns the number of elements in a chunk.
  [[nodiscard]] std::size_t chunk_elements() const noexcept;
};

/// The writer of an array, if that changes the meaning of its metadata.
enum class Writer {
  any,
  /// A shuffle without a size, or with 0, has the size of the type. Fill values of text are not in
  /// base64, and a number stands for its digits. Characters are ">S1".
  netcdf_c,
  netcdf_c_strings,  ///< also, "|S1" is a string
  libnetcdf_4_9_0,   ///< as netcdf_c, but "<U1" is a character, and values have native byte order
};

/// throws: Error(corrupt).
ArrayMetadata parse_array_v2(const base::Json& zarray, Writer writer);
ArrayMetadata parse_array_v3(const base::Json& metadata);

/// Formats metadata without fault and stored order; v2 has no shards.
/// writer: `any` or `netcdf_c`.
base::Json format_array_v2(const ArrayMetadata& array, Writer writer);
/// Formats metadata, without attributes.
base::Json format_array_v3(const ArrayMetadata& array);

/// Makes shards as we write them: with the index at the end, and its checksum.
Sharding make_sharding(std::vector<std::size_t> shard_shape);

/// Replaces chunk lengths of 0 by 1 along dimensions of length 0, which have no chunks. zarr-python
/// 2 writes them for arrays in one chunk.
void replace_empty_chunks(ArrayMetadata& array);

/// throws: Error(corrupt) if they are not whole chunks; Error(unsupported) if they have too many.
void check_shards(const ArrayMetadata& array, const Sharding& sharding);

/// One position per dimension, counted in chunks.
using ChunkCoordinates = std::span<const std::size_t>;

/// Returns the key of a chunk relative to the array's.
std::string chunk_key(const ChunkKeys& keys, ChunkCoordinates chunk);

/// Returns the chunk coordinates in a key relative to the array's; empty if it is not a chunk's
/// key.
std::optional<std::vector<std::size_t>> parse_chunk_key(const ChunkKeys& keys, std::size_t rank,
                                                        std::string_view key);

/// Returns the box of a chunk of an array with `chunk_ends`.
[[nodiscard]] model::Box uneven_chunk(const ArrayMetadata& array, ChunkCoordinates chunk);

/// throws: Error(corrupt) if lengths are missing, differ in number or are absurd.
void check_shape(const ArrayMetadata& array);

/// Checks the size of chunks with a checked shape. throws: Error(unsupported) for chunks larger
/// than `max_chunk_bytes`.
void check_chunk_bytes(const ArrayMetadata& array);

/// Returns the bytes of a decoded chunk; empty if elements have any length.
[[nodiscard]] std::optional<std::size_t> chunk_bytes(const ArrayMetadata& array);

/// Returns the first shuffle codec that does not get whole elements.
[[nodiscard]] std::optional<filter::PartialShuffle> find_partial_shuffle(
    const ArrayMetadata& array, filter::UnknownSizes sizes);

/// Checks that chunks are whole elements of each shuffle, until a codec makes data of any size;
/// decoding others would silently give other values. throws: Error(unsupported), as numcodecs does.
void check_shuffle(const ArrayMetadata& array);

/// Returns an order of dimensions for `ArrayMetadata::stored_order`, which is empty for C order.
std::vector<std::size_t> as_stored_order(std::vector<std::size_t> order);

/// Parses a list of lengths. throws: Error(corrupt) naming the member.
std::vector<std::size_t> parse_lengths(const base::Json* list, std::string_view member);

/// Parses a list of one name per dimension. In v3, null or "" stands for an unnamed dimension.
/// throws: Error(corrupt) naming the member.
std::vector<std::string> parse_dimension_names(std::string_view member, const base::Json& list,
                                               const ArrayMetadata& array);

/// Returns the value that missing chunks read as: the fill value, else netCDF's default.
model::Values value_of_missing(const ArrayMetadata& array);

/// Returns whether the attribute is `_FillValue` with the fill value that the metadata already
/// have.
bool is_fill_of(const ArrayMetadata& array, const model::Attribute& attribute);

}  // namespace ncf::store::zarr
