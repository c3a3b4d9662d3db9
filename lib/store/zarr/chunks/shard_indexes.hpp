// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The indexes of an array's shards, read when they are needed. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "store/zarr/chunks/open_store.hpp"
#include "store/zarr/chunks/shard_index.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

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
