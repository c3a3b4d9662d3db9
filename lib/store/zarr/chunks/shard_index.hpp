// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The index of a shard: the position of each chunk in the shard.
//
// source: ZEP 2, "Sharding codec", "Binary shard format"
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "store/zarr/chunks/open_store.hpp"
#include "store/zarr/metadata/array.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

/// Return the coordinates of the shard that contains a chunk, and the chunk's number in it.
std::vector<std::size_t> shard_of(const ArrayMetadata& array, ChunkCoordinates chunk);
std::size_t number_in_shard(const ArrayMetadata& array, ChunkCoordinates chunk);

/// Returns how many chunks of a shard lie within the array; a shard at its edge may extend beyond
/// it.
std::size_t chunks_within(const ArrayMetadata& array, const std::vector<std::size_t>& shard);

class ShardIndex {
 public:
  struct Entry {
    static constexpr std::uint64_t no_chunk = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t offset = no_chunk;
    std::uint64_t bytes = no_chunk;

    [[nodiscard]] bool is_missing() const noexcept {
      return offset == no_chunk && bytes == no_chunk;
    }
  };

  explicit ShardIndex(std::size_t chunks) : entries_(chunks) {}

  [[nodiscard]] Entry& operator[](std::size_t chunk) { return entries_[chunk]; }
  [[nodiscard]] const Entry& operator[](std::size_t chunk) const { return entries_[chunk]; }
  [[nodiscard]] std::size_t chunk_count() const noexcept { return entries_.size(); }

 private:
  std::vector<Entry> entries_;
};

/// Encodes and decodes the indexes of an array. Any thread.
class ShardIndexCodec {
 public:
  /// throws: as prepare_codecs, on the I/O thread.
  ShardIndexCodec(const ArrayMetadata& array, filter::FilterSource& filters);

  [[nodiscard]] std::size_t chunk_count() const noexcept { return chunks_; }
  /// Returns the size of an encoded index, to which its codecs add a fixed number of bytes.
  [[nodiscard]] std::size_t stored_bytes() const { return chain_.bound(decoded_bytes()); }
  [[nodiscard]] std::vector<std::byte> encode(const ShardIndex& index) const;
  [[nodiscard]] ShardIndex decode(std::span<const std::byte> stored) const;

 private:
  [[nodiscard]] std::size_t decoded_bytes() const { return chunks_ * shard_entry_bytes; }

  std::size_t chunks_;
  bool is_swapped_;
  filter::PreparedChain chain_;
};

/// The indexes of an array's shards, read when they are needed. One thread at a time.
class ShardIndexes {
 public:
  /// All arguments must outlive this. array: has shards.
  ShardIndexes(KeyStore& store, const OpenArray& array, filter::FilterSource& filters)
      : store_(store), array_(array), filters_(filters) {}

  /// Returns the place of a chunk in its shard; empty if the chunk or its shard is missing.
  /// throws: Error naming the key, also if the chunk is larger than `max_bytes`.
  [[nodiscard]] std::optional<model::StoredPlace> find(ChunkCoordinates chunk,
                                                       std::uint64_t max_bytes);
  /// Announces that the index of a shard will be read. Returns false if too much is announced
  /// already.
  bool announce(const std::vector<std::size_t>& shard);
  /// Gets the coordinates of a chunk.
  using ChunkVisitor = std::function<void(const std::vector<std::size_t>& chunk)>;
  /// Visits the chunks stored in a shard, without those beyond the end of the array.
  void visit_chunks(const std::vector<std::size_t>& shard, const ChunkVisitor& visit);

 private:
  /// Returns the index of a shard; null if the shard is missing.
  [[nodiscard]] const ShardIndex* get(const std::vector<std::size_t>& shard);
  [[nodiscard]] ShardIndex read(const std::string& key, std::uint64_t shard_bytes);
  /// Returns the place of the index in its shard. throws: Error(corrupt).
  [[nodiscard]] model::StoredPlace place_in_shard(std::uint64_t shard_bytes);

  KeyStore& store_;
  const OpenArray& array_;
  filter::FilterSource& filters_;
  std::optional<ShardIndexCodec> codec_;
  /// The indexes read last, by the coordinates of their shards; empty for a missing shard.
  std::map<std::vector<std::size_t>, std::optional<ShardIndex>, model::COrder> indexes_;
  std::size_t indexed_chunks_ = 0;  ///< in `indexes_`
};

}  // namespace ncf::store::zarr
