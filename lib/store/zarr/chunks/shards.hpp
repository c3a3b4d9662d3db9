// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The shards of an array. The index of a shard has the position of each chunk in the shard.
//
// source: ZEP 2, "Sharding codec", "Binary shard format"
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "store/zarr/chunks/open_array.hpp"
#include "store/zarr/metadata/array.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

/// Return the coordinates of the shard that contains a chunk, and the chunk's number in it.
std::vector<std::size_t> shard_of(const ArrayMetadata& array, ChunkCoordinates chunk);
std::size_t number_in_shard(const ArrayMetadata& array, ChunkCoordinates chunk);

/// The position of a chunk in a shard.
struct ShardEntry {
  static constexpr std::uint64_t no_chunk = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t offset = no_chunk;
  std::uint64_t bytes = no_chunk;

  [[nodiscard]] bool is_missing() const noexcept { return offset == no_chunk && bytes == no_chunk; }
};
using ShardIndex = std::vector<ShardEntry>;

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

// ---- Reading ----

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

// ---- Writing ----

/// Writes shards. A chunk gets its place in its shard when its size is known, after the chunks
/// placed before, and is written there at once. So a shard of any size needs memory only for its
/// index, which is written last, and several shards can be written at the same time. Shards that
/// may get chunks until the end are then put in order, so they do not show how they were written.
class ShardWriter {
 public:
  /// The arguments must outlive this. I/O thread.
  ShardWriter(KeyStore& store, const OpenArray& array, filter::FilterSource& filters)
      : store_(store), array_(array), index_codec_(array.metadata, filters) {}

  /// Whether shards may get more chunks than are within the array now, or the same again.
  enum class MoreChunks { none, possible };

  /// Gives a chunk its place, which may replace an earlier one. If no more come, the last chunk of
  /// a shard completes it. I/O thread. throws: Error(internal) if the shard was written already.
  model::StoredPlace place(ChunkCoordinates chunk, std::uint64_t bytes, MoreChunks more);

  /// Writes chunks of one shard that were placed one after the other, the first of them at `begin`.
  /// Any thread. throws: Error.
  void write(ChunkCoordinates chunk, std::uint64_t begin,
             std::span<const std::span<const std::byte>> chunks);

  /// Records that this many chunks of the same shard, which were placed, are now written. Any
  /// thread. throws: Error.
  void note_written(ChunkCoordinates chunk, std::size_t count);

  /// Returns the place of a chunk in a shard that is not complete; empty for other shards and a
  /// missing chunk. I/O thread.
  [[nodiscard]] std::optional<model::StoredPlace> find(ChunkCoordinates chunk) const;

  /// Completes all remaining shards, in C order, with their chunks in C order. Call it when all
  /// chunks are written. I/O thread.
  /// throws: Error.
  void finish();

 private:
  struct Shard {
    explicit Shard(std::size_t chunks) : index(chunks) {}

    ShardIndex index;
    std::uint64_t end = 0;      ///< of the chunks placed
    std::size_t placed = 0;     ///< chunks in the index
    std::size_t unwritten = 0;  ///< chunks placed and not written yet
    bool is_complete = false;   ///< no more chunks come
  };
  using Shards = std::map<std::vector<std::size_t>, Shard, model::COrder>;

  static std::vector<ValueRange> put_in_order(Shard& shard);
  void write_index(const std::string& key, const Shard& shard, std::vector<ValueRange> order);

  KeyStore& store_;
  const OpenArray& array_;
  ShardIndexCodec index_codec_;
  mutable std::mutex mutex_;
  Shards shards_;  ///< under mutex_: shards whose index is not yet written
};

}  // namespace ncf::store::zarr
