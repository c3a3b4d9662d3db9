// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the shards of an array. A chunk gets its place in its shard when its size is known, after
// the chunks placed before, and is written there at once. So a shard of any size needs memory only
// for its index, which is written last, and several shards can be written at the same time. Shards
// that may get chunks until the end are then put in order, so they do not show how they were
// written.
//
// source: ZEP 2, "Sharding codec", "Binary shard format"
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "store/zarr/chunks/shard_index.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

class ShardWriter {
 public:
  /// The arguments must outlive this. key_of: returns the key of a shard with these coordinates.
  /// I/O thread.
  ShardWriter(KeyStore& store, const ArrayMetadata& array, filter::FilterSource& filters,
              std::function<std::string(ChunkCoordinates)> key_of);

  /// Whether shards may get more chunks than are within the array now, or the same again.
  enum class Extent { is_final, may_grow };

  /// Gives a chunk its place, which may replace an earlier one. If the extent of the array is
  /// final, the last chunk of a shard completes it. I/O thread.
  /// throws: Error(internal) if the shard was written already.
  model::StoredPlace place(ChunkCoordinates chunk, std::uint64_t bytes, Extent extent);

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
  const ArrayMetadata& array_;
  std::function<std::string(ChunkCoordinates)> key_of_;
  ShardIndexCodec index_codec_;
  mutable std::mutex mutex_;
  Shards shards_;  ///< under mutex_: shards whose index is not yet written
};

}  // namespace ncf::store::zarr
