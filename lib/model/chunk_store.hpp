// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a dataset as its store keeps them, beneath the typed values of a Dataset: chunks as
// their filters left them, and unfiltered elements in their stored type and byte order. What moves
// bytes without looking into them works on this interface, whatever the store.
//
// Used from one thread, the I/O thread, but for what says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/dataset.hpp"
#include "model/schema.hpp"

namespace ncf::model {

/// How far a length may grow that has no end.
inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// Everything that decides what the stored bytes of a variable mean.
struct StoredForm {
  Layout layout = Layout::other;
  /// Lengths of what is stored. Along an unlimited dimension they may be less than the dimension's:
  /// what lies beyond reads as netCDF's fill value of the variable. A store that has another there
  /// counts it as stored.
  std::vector<std::size_t> extent;
  std::vector<std::size_t> max_extent;   ///< what the extent may grow to
  std::vector<std::size_t> chunk_shape;  ///< of a chunked variable
  /// The extent ends within a chunk, before the dimensions do: nobody reads what that chunk holds
  /// beyond it.
  bool hides_padding = false;
  /// Everything up to the ends of the dimensions is read from the chunks, whatever was the extent.
  bool shows_padding = false;
  StoredChain filters;
  /// Names of codecs that cannot be decoded here. There are no `filters` then, and `codecs` is the
  /// JSON of all.
  std::vector<std::string> unreadable_codecs;
  std::string codecs;
  /// Bit i is set where a chunk that filter i cannot encode goes without it, as its mask then says;
  /// where it is not, such a chunk cannot be stored.
  std::uint32_t optional_filters = 0;
  /// Names the type in full: where two names and byte orders are equal, equal bytes are equal
  /// values. Empty where the bytes mean nothing elsewhere, such as references to variable-length
  /// values. source: model/element.hpp
  std::string element;
  /// Of a single number of several bytes; native for all other elements.
  ByteOrder byte_order = ByteOrder::native;
  std::size_t element_bytes = 0;
  /// One element as stored: what is read where nothing was written. Empty: nobody knows.
  std::optional<std::vector<std::byte>> fill;
};

/// A chunk as stored.
struct StoredChunk {
  std::vector<std::byte> bytes;
  std::uint32_t filter_mask = 0;  ///< bit i is set where filter i of the chain was skipped
};

/// A chunk that has been given its room in an output.
struct PlacedChunk {
  VariableId variable = 0;
  std::vector<std::size_t> offset;   ///< of its first element
  std::span<const std::byte> bytes;  ///< not owned
  std::uint32_t filter_mask = 0;     ///< as of a StoredChunk
  std::uint64_t place = 0;           ///< known to the store
};

class ChunkStore {
 public:
  ChunkStore() = default;
  ChunkStore(const ChunkStore&) = delete;
  ChunkStore& operator=(const ChunkStore&) = delete;
  virtual ~ChunkStore() = default;  ///< releases everything, silently; an output is not complete

  [[nodiscard]] virtual StoredForm stored_form(VariableId variable) = 0;

  /// Chunks that were written; of a variable that is not chunked 1, or 0 if it never was.
  [[nodiscard]] virtual std::size_t stored_chunk_count(VariableId variable) = 0;

  /// Bytes that the variable's values take, compressed where it has filters, without metadata;
  /// 0 where nobody knows. throws: Error.
  [[nodiscard]] virtual std::uint64_t stored_bytes(VariableId variable) = 0;

  /// Replaces `chunk` by the one whose first element is at `offset`; false if it was never written.
  /// Of a chunked variable. throws: Error naming variable and chunk.
  virtual bool read_chunk(VariableId variable, std::span<const std::size_t> offset,
                          StoredChunk& chunk) = 0;

  /// Makes room for `bytes` as the chunk at `offset`, which lies within the extent and was not
  /// written yet. `write_placed` is to follow. filter_mask: as of a StoredChunk.
  /// throws: Error naming variable and chunk.
  [[nodiscard]] virtual PlacedChunk place_chunk(VariableId variable,
                                                std::span<const std::size_t> offset,
                                                std::span<const std::byte> bytes,
                                                std::uint32_t filter_mask) = 0;

  /// Writes chunks that were given their room, those together that lie side by side. On any thread,
  /// of several at once, before `close`. throws: Error naming variable and chunk.
  virtual void write_placed(std::span<const PlacedChunk> chunks) = 0;

  /// The elements of `box`, decoded, as the form's `element` says, in C order.
  /// elements: as large as the box. throws: Error naming variable and, where known, filter.
  virtual void read_elements(VariableId variable, const Box& box,
                             std::span<std::byte> elements) = 0;
  virtual void write_elements(VariableId variable, const Box& box,
                              std::span<const std::byte> elements) = 0;

  /// Sets the extent, at most to the form's `max_extent`. throws: Error.
  virtual void extend(VariableId variable, std::span<const std::size_t> extent) = 0;

  /// As Dataset::close.
  virtual void close() = 0;
};

}  // namespace ncf::model
