// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/shard_walk.hpp"

#include <utility>

namespace ncf::transcode {

ShardWalk::ShardWalk(model::ChunkGrid grid, const std::vector<std::size_t>& shard_shape)
    : grid_(std::move(grid)) {
  if (!shard_shape.empty()) shards_.emplace(grid_.extent(), shard_shape);
}

std::vector<std::size_t> ShardWalk::begin_shard() {
  const model::Box box = shards_->within(shards_->chunk_box(begun_++));
  std::vector<std::size_t> numbers = grid_.chunks_of(box);
  std::erase_if(numbers, [&](std::size_t i) { return !contains(box, grid_.offset(i)); });
  return numbers;
}

std::optional<std::size_t> ShardWalk::next() {
  if (!shards_) return next_ < grid_.chunk_count() ? std::optional(next_++) : std::nullopt;
  while (next_ == numbers_.size()) {
    if (begun_ == shards_->chunk_count()) return std::nullopt;
    numbers_ = begin_shard();
    next_ = 0;
  }
  return numbers_[next_++];
}

}  // namespace ncf::transcode
