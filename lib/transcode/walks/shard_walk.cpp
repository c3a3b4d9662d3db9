// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/shard_walk.hpp"

#include <algorithm>
#include <utility>

namespace ncf::transcode {

ShardWalk::ShardWalk(model::ChunkGrid grid, const std::vector<std::size_t>& shard_shape,
                     std::optional<std::vector<std::size_t>> some)
    : grid_(std::move(grid)), has_all_numbers_(some.has_value()) {
  if (!shard_shape.empty()) shards_.emplace(grid_.extent(), shard_shape);
  if (!some) return;
  numbers_ = std::move(*some);
  if (!shards_) return;
  std::stable_sort(numbers_.begin(), numbers_.end(),
                   [&](std::size_t a, std::size_t b) { return shard_of(a) < shard_of(b); });
}

std::size_t ShardWalk::shard_of(std::size_t chunk) const {
  return shards_->find_chunk_at(grid_.offset(chunk)).value();
}

std::vector<std::size_t> ShardWalk::begin_shard() {
  const model::Box box = shards_->within(shards_->chunk_box(begun_++));
  std::vector<std::size_t> numbers = grid_.chunks_of(box);
  std::erase_if(numbers, [&](std::size_t i) { return !contains(box, grid_.offset(i)); });
  return numbers;
}

std::optional<std::size_t> ShardWalk::next() {
  if (has_all_numbers_) {
    return next_ < numbers_.size() ? std::optional(numbers_[next_++]) : std::nullopt;
  }
  if (!shards_) return next_ < grid_.chunk_count() ? std::optional(next_++) : std::nullopt;
  while (next_ == numbers_.size()) {
    if (begun_ == shards_->chunk_count()) return std::nullopt;
    numbers_ = begin_shard();
    next_ = 0;
  }
  return numbers_[next_++];
}

}  // namespace ncf::transcode
