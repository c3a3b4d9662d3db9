// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/grid/chunk_grid.hpp"

namespace ncf::transcode {

/// Walks over the chunks or tiles of a grid shard by shard, so that shards are completed one after
/// another, in C order within each. A tile belongs to the shard in which it begins.
class ShardWalk {
 public:
  /// shard_shape: empty if there are no shards. some: the chunks to visit, in order, instead of
  /// all.
  ShardWalk(model::ChunkGrid grid, const std::vector<std::size_t>& shard_shape,
            std::optional<std::vector<std::size_t>> some = std::nullopt);

  /// Returns the number of the next chunk in the grid; empty at the end.
  std::optional<std::size_t> next();

 private:
  [[nodiscard]] std::vector<std::size_t> begin_shard();
  [[nodiscard]] std::size_t shard_of(std::size_t chunk) const;

  model::ChunkGrid grid_;
  std::optional<model::ChunkGrid> shards_;
  bool has_all_numbers_ = false;      ///< `numbers_` are all that is visited
  std::size_t begun_ = 0;             ///< shards
  std::vector<std::size_t> numbers_;  ///< of the chunks in the last shard
  std::size_t next_ = 0;              ///< in `numbers_`, or in the grid if it is walked in order
};

}  // namespace ncf::transcode
