// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The chunks of one array, as stored and as values. One thread at a time, but any thread may read
// stored chunks that were found, and write stored chunks that were placed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/values/values.hpp"
#include "store/zarr/chunks/open_array.hpp"
#include "store/zarr/chunks/shards.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

class ChunkIo {
 public:
  /// All arguments must outlive this.
  ChunkIo(KeyStore& store, const OpenArray& array, filter::FilterSource& filters);

  /// Returns the complete key.
  [[nodiscard]] std::string key_of(ChunkCoordinates chunk) const;
  [[nodiscard]] std::string describe(ChunkCoordinates chunk) const;

  /// Finds the stored bytes in the file of the chunk or of its shard; empty if the chunk is missing
  /// or outside the array. throws: Error naming the key.
  [[nodiscard]] std::optional<model::StoredPlace> find(ChunkCoordinates chunk);
  /// Announces that a chunk will be found and read. Returns false if too many are announced
  /// already.
  bool announce(ChunkCoordinates chunk);
  /// Reads a chunk that was found. bytes: must have its size. throws: Error naming the key.
  void read_found(ChunkCoordinates chunk, const model::StoredPlace& place,
                  std::span<std::byte> bytes) const;
  [[nodiscard]] std::optional<std::vector<std::byte>> read_stored(ChunkCoordinates chunk);
  void write_stored(ChunkCoordinates chunk, std::span<const std::byte> bytes);
  /// Declares that the array may grow, and that chunks may be written more than once.
  void keep_shards_open() noexcept { more_chunks_ = ShardWriter::MoreChunks::possible; }
  /// Writes in two steps, as KeyStore does: first announce the order, then write the bytes. Unless
  /// shards stay open, the extent of the array is final.
  model::StoredPlace place_stored(ChunkCoordinates chunk, std::uint64_t bytes);
  /// Returns whether `next` was placed directly after a chunk, in the same shard.
  [[nodiscard]] bool follows(ChunkCoordinates chunk, const model::StoredPlace& place,
                             ChunkCoordinates next, const model::StoredPlace& next_place) const;
  /// Writes a chunk, and others that follow it.
  void write_placed(ChunkCoordinates chunk, const model::StoredPlace& place,
                    std::span<const std::span<const std::byte>> chunks);
  /// Returns the key of the value that contains a chunk, alone or in a shard.
  [[nodiscard]] std::string stored_key_of(ChunkCoordinates chunk) const;
  /// Records that another process has written a chunk that was placed.
  void note_written(ChunkCoordinates chunk);
  /// Completes all shards.
  void finish_shards();
  /// Returns whether a chunk is stored, in an array without shards.
  [[nodiscard]] bool has(ChunkCoordinates chunk) {
    return store_.size_bytes(key_of(chunk)).has_value();
  }

  /// Returns the values of a whole chunk, in C order; empty if it is missing.
  /// throws: Error naming codec or key; the array's fault.
  [[nodiscard]] std::optional<model::Values> read(ChunkCoordinates chunk);
  void write(ChunkCoordinates chunk, const model::Values& values);

  /// Decodes and encodes bytes of the array's chunks. decoded: a whole chunk.
  void decode(std::span<const std::byte> stored, std::uint32_t mask, std::span<std::byte> decoded);
  [[nodiscard]] std::span<const std::byte> encode(std::span<const std::byte> decoded);

  /// Returns the positions of the first elements of all stored chunks; empty if most chunks of the
  /// array are stored, or most shards.
  [[nodiscard]] std::optional<std::vector<std::vector<std::size_t>>> list();

  /// Returns the number of stored chunks, and their size with the indexes of shards.
  [[nodiscard]] std::size_t count_stored();
  [[nodiscard]] std::uint64_t stored_bytes();

  /// Returns the memory for the values of a chunk in bytes, without the text of strings.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  [[nodiscard]] std::optional<model::StoredPlace> find_place(ChunkCoordinates chunk);
  /// Checks once that no chunk is missing because its name is damaged. throws: Error(corrupt).
  void require_right_names();

  ShardIndexes& indexes();
  /// Visits the stored chunks of these shards, shard by shard.
  void visit_chunks_in(const std::vector<std::vector<std::size_t>>& shards,
                       const ShardIndexes::ChunkVisitor& visit);
  ShardWriter& shards();

  /// Reads a chunk of an array with `chunk_ends`.
  [[nodiscard]] std::optional<model::Values> read_uneven(ChunkCoordinates chunk);

  const filter::PreparedChain& chain(filter::FilterUse use);
  [[nodiscard]] model::Values decode_values(std::span<const std::byte> stored);
  [[nodiscard]] model::Values read_strings(std::span<const std::byte> stored);

  KeyStore& store_;
  const OpenArray& array_;
  filter::FilterSource& filters_;
  std::optional<filter::PreparedChain> decoding_;
  std::optional<filter::PreparedChain> encoding_;
  std::optional<filter::EncoderStrategies> strategies_;  ///< set by the first chunk that is encoded
  filter::ChainWorkspace workspace_;
  bool names_are_right_ = false;
  std::vector<std::byte> bytes_;         ///< of one chunk
  std::optional<ShardIndexes> indexes_;  ///< of an array that is read
  std::optional<ShardWriter> shards_;    ///< of a new array
  ShardWriter::MoreChunks more_chunks_ = ShardWriter::MoreChunks::none;
};

}  // namespace ncf::store::zarr
