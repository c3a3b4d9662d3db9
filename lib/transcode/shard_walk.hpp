// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "model/chunk_grid.hpp"

namespace ncf::transcode {

/// Calls `visit` with the number of each chunk, or tile, of a grid, until it returns false: shard
/// by shard, so that shards are completed one after another, and in C order within each. A tile
/// belongs to the shard in which it begins. shard_shape: empty if there are no shards.
template <class Visit>
void walk_by_shards(const model::ChunkGrid& grid, const std::vector<std::size_t>& shard_shape,
                    Visit visit) {
  if (shard_shape.empty()) {
    for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
      if (!visit(i)) return;
    }
    return;
  }
  const model::ChunkGrid shards(grid.extent(), shard_shape);
  for (std::size_t shard = 0; shard < shards.chunk_count(); ++shard) {
    const model::Box box = shards.within(shards.chunk_box(shard));
    for (const std::size_t i : grid.chunks_of(box)) {
      if (contains(box, grid.offset(i)) && !visit(i)) return;
    }
  }
}

/// All numbers in this order, to announce what is read next; none if they are too many to be kept:
/// the grid may be far larger than what is stored.
inline std::vector<std::size_t> order_by_shards(const model::ChunkGrid& grid,
                                                const std::vector<std::size_t>& shard_shape) {
  constexpr std::size_t max_numbers = 10'000'000;
  std::vector<std::size_t> order;
  if (grid.chunk_count() > max_numbers) return order;
  walk_by_shards(grid, shard_shape, [&](std::size_t number) {
    order.push_back(number);
    return true;
  });
  return order;
}

}  // namespace ncf::transcode
