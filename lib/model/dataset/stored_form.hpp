// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a store describes the stored bytes of a variable: chunks as their filters encoded them,
// and unfiltered elements in their stored type and byte order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/library/module_api.hpp"
#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"

namespace ncf::model {

/// The limit of a length that may grow without end.
inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// Everything that decides what the stored bytes of a variable mean.
struct StoredForm {
  Layout layout = Layout::other;
  /// The stored lengths. Along an unlimited dimension they may be less than the dimension's:
  /// elements beyond them read as netCDF's fill value of the variable.
  std::vector<std::size_t> extent;
  std::vector<std::size_t> max_extent;   ///< the largest possible extent
  std::vector<std::size_t> chunk_shape;  ///< of a chunked variable
  /// Elements beyond the extent may have other values than the fill value; only reading shows
  /// which.
  bool has_own_values_beyond = false;
  /// The extent ends within a chunk, before the dimensions end. Readers do not see the elements of
  /// that chunk beyond the extent.
  bool hides_padding = false;
  /// Everything up to the ends of the dimensions is read from the chunks, whatever the extent is.
  bool shows_padding = false;
  /// If chunks are stored together: the lengths of such a shard. Shards only decide where chunks
  /// are.
  std::vector<std::size_t> shard_shape;
  StoredChain filters;
  /// The chain that encodes the chunks if `filters` only resemble it; it may contain kernels of
  /// Zarr's own codecs (filter/kernels/builtin.hpp).
  std::optional<StoredChain> own_chain;
  /// Names of codecs that cannot be decoded here. There are no `filters` then.
  std::vector<std::string> unreadable_codecs;
  /// The JSON of all codecs, if some are unreadable or `filters` alone do not determine the bytes.
  std::string codecs;
  /// Whoever wrote the chunks may have split the compressed data into several streams, which HDF5's
  /// filters do not read.
  bool has_any_streams = false;
  /// Bit i is set if a chunk that filter i cannot encode is stored without it, as its mask then
  /// shows. Otherwise such a chunk cannot be stored.
  std::uint32_t optional_filters = 0;
  /// Whether chunks that extend beyond the extent are filtered, whatever their mask says.
  bool filters_edges = true;
  /// The complete name of the type: if two names and byte orders are equal, equal bytes are equal
  /// values. Empty if the bytes have no meaning elsewhere, like references to variable-length
  /// values. source: `element_name`, below
  std::string element;
  /// The byte order of an element that is a single number of several bytes; native for all others.
  ByteOrder byte_order = ByteOrder::native;
  std::size_t element_bytes = 0;
  /// The element, as stored, that is read where nothing was written. Empty if unknown.
  std::optional<std::vector<std::byte>> fill;

  /// Returns the chain that decodes and encodes the chunks.
  [[nodiscard]] const StoredChain& chain() const noexcept {
    return own_chain ? *own_chain : filters;
  }
};

/// A chunk as stored.
struct StoredChunk {
  std::vector<std::byte> bytes;
  std::uint32_t filter_mask = 0;  ///< bit i is set where filter i of the chain was skipped
};

/// The place of a chunk's bytes in the file that contains them.
struct StoredPlace {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
  std::uint32_t filter_mask = 0;  ///< as in StoredChunk
};

/// A chunk for which an output has allocated space.
struct PlacedChunk {
  VariableId variable = 0;
  std::vector<std::size_t> offset;  ///< of its first element
  StoredPlace place;
};

/// Returns how many chunks, from the first on, follow each other in the file without a gap; at
/// least one.
[[nodiscard]] std::size_t count_adjacent(std::span<const PlacedChunk> chunks) noexcept;

/// The place where any process can write the bytes of a placed chunk.
struct FilePlace {
  std::string file;  ///< below the folder of the output; empty if the output is a file
  std::uint64_t begin = 0;
};

/// Returns the name of a chunk in errors, "chunk at (0,40)". offset: of its first element.
[[nodiscard]] std::string chunk_name(std::span<const std::size_t> offset);

/// Returns the form of elements in memory. Strings and types that are not atomic have no element
/// name.
[[nodiscard]] StoredForm elements_form(const Schema& schema, VariableId variable);

// ---- Elements ---------------------------------------------------------------------------------
//
// Stores have the same names for elements: "int32", "float64", "struct 16 {x @0 float64
// little-endian, ...}". Those that are not of an atomic type of netCDF get names from their store.

/// Names an atomic type that is stored as netCDF does; empty for strings.
[[nodiscard]] std::string_view element_name(TypeClass type_class);

/// Returns the byte order of this machine; native for types of single bytes.
[[nodiscard]] ByteOrder host_order(const Type& type);

/// Returns whether the byte order is the opposite of this machine's.
[[nodiscard]] bool is_foreign(ByteOrder byte_order) noexcept;

/// Returns the fill value of a form as in memory; empty if it is unknown.
[[nodiscard]] std::optional<std::vector<std::byte>> fill_in_memory(const StoredForm& form);

/// Returns "int32 little-endian", "int8".
[[nodiscard]] std::string describe_element(std::string_view element, ByteOrder byte_order);

// ---- Elements without chunks, read directly from a file. Any thread. --------------------------

/// The places in a file of the elements of a variable without chunks, in C order.
struct ElementPlaces {
  std::uint64_t begin = 0;         ///< of the first
  std::vector<std::size_t> shape;  ///< of all elements
  std::size_t element_bytes = 0;
  bool is_swapped = false;  ///< their bytes are in the opposite order of the stored form's
  /// The distance from one index of the first dimension to the next, if other variables are in
  /// between.
  std::optional<std::uint64_t> record_bytes = {};
};

/// Fills `bytes` with the bytes at `offset` of the file. throws: Error.
using ReadBytes = std::function<void(std::uint64_t offset, std::span<std::byte> bytes)>;

/// The most memory that `read_elements_at` needs.
inline constexpr std::size_t element_reader_bytes = std::size_t{256} << 10;

/// The cost of a jump in a file, in bytes read. Smaller gaps are read instead.
inline constexpr std::size_t jump_bytes = 16384;

/// Reads the elements of `box`, in C order and in the byte order of the stored form. throws: as
/// `read`.
NCF_MODULE_API void read_elements_at(const ElementPlaces& places, const Box& box,
                                     std::span<std::byte> elements, const ReadBytes& read);

}  // namespace ncf::model
