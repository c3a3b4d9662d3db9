// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a store describes the stored bytes of a variable: chunks as their filters encoded them,
// and unfiltered elements in their stored type and byte order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/schema.hpp"

namespace ncf::model {

/// The limit of a length that may grow without end.
inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// Everything that decides what the stored bytes of a variable mean.
struct StoredForm {
  Layout layout = Layout::other;
  /// Lengths of what is stored. Along an unlimited dimension they may be less than the dimension's:
  /// what lies beyond reads as netCDF's fill value of the variable.
  std::vector<std::size_t> extent;
  std::vector<std::size_t> max_extent;   ///< what the extent may grow to
  std::vector<std::size_t> chunk_shape;  ///< of a chunked variable
  /// Elements beyond the extent may have other values than that one; only reading them shows which.
  bool has_own_values_beyond = false;
  /// The extent ends within a chunk, before the dimensions do: no reader sees what that chunk holds
  /// beyond it.
  bool hides_padding = false;
  /// Everything up to the ends of the dimensions is read from the chunks, whatever was the extent.
  bool shows_padding = false;
  /// If chunks are stored together: the lengths of such a shard. Shards only decide where chunks
  /// are.
  std::vector<std::size_t> shard_shape;
  StoredChain filters;
  /// The chain that encodes the chunks if `filters` only resemble it; it may contain kernels of
  /// Zarr's own codecs (filter/codec_kernels.hpp).
  std::optional<StoredChain> own_chain;
  /// Names of codecs that cannot be decoded here. There are no `filters` then.
  std::vector<std::string> unreadable_codecs;
  /// The JSON of all codecs, if some are unreadable or `filters` alone do not determine the bytes.
  std::string codecs;
  /// Chunks that `filters` encoded may be stored here too, though `codecs` may encode otherwise.
  bool takes_filtered = false;
  /// Bit i is set where a chunk that filter i cannot encode goes without it, as its mask then says;
  /// where it is not, such a chunk cannot be stored.
  std::uint32_t optional_filters = 0;
  /// Whether chunks that reach beyond the extent are filtered, whatever their mask says.
  bool filters_edges = true;
  /// Names the type in full: where two names and byte orders are equal, equal bytes are equal
  /// values. Empty if the bytes mean nothing elsewhere, such as references to variable-length
  /// values. source: model/element.hpp
  std::string element;
  /// The order of an element that is one number of several bytes; native for all others.
  ByteOrder byte_order = ByteOrder::native;
  std::size_t element_bytes = 0;
  /// One element as stored: what is read where nothing was written. Empty if unknown.
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
  std::uint32_t filter_mask = 0;  ///< as of a StoredChunk
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

/// Where any process can write the bytes of a placed chunk.
struct FilePlace {
  std::string file;  ///< below the folder of the output; empty if the output is a file
  std::uint64_t begin = 0;
};

/// The places in a file of the elements of a variable without chunks, in C order.
struct ElementPlaces {
  std::uint64_t begin = 0;         ///< of the first
  std::vector<std::size_t> shape;  ///< of all elements
  std::size_t element_bytes = 0;
  bool is_swapped = false;  ///< their bytes are in the opposite order of the stored form's
  /// From one index of the first dimension to the next, if other variables are in between.
  std::optional<std::uint64_t> record_bytes = {};
};

/// "chunk at (0,40)": what errors call it. offset: of its first element.
[[nodiscard]] std::string chunk_name(std::span<const std::size_t> offset);

/// Returns the form of elements in memory, whatever holds them. A type that is not atomic, and
/// strings, have no element name.
[[nodiscard]] StoredForm elements_form(const Schema& schema, VariableId variable);

}  // namespace ncf::model
