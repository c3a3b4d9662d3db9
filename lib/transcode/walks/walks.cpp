// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/walks.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ncf::transcode {
namespace {

using Shape = std::vector<std::size_t>;

/// Returns the largest box of at most `most` values made of whole `unit`s (or cut off at `limit`).
/// It grows from the last dimension, to be as contiguous as possible.
Shape grow(Shape unit, const Shape& limit, std::size_t most) {
  for (std::size_t i = 0; i < unit.size(); ++i) unit[i] = std::min(unit[i], limit[i]);
  for (std::size_t i = unit.size(); i-- > 0;) {
    const std::size_t factor = most / std::max<std::size_t>(1, model::value_count(unit));
    if (factor <= 1) break;
    unit[i] = std::min(unit[i] * factor, limit[i]);
    if (unit[i] < limit[i]) break;
  }
  return unit;
}

/// Moves `start` to the next box of `step` within [begin, end), last dimension first.
bool advance(Shape& start, const Shape& step, const Shape& begin, const Shape& end) {
  for (std::size_t i = start.size(); i-- > 0;) {
    start[i] += step[i];
    if (start[i] < end[i]) return true;
    start[i] = begin[i];
  }
  return false;
}

Shape end_of(const Shape& start, const Shape& step, const Shape& limit) {
  Shape end(start.size());
  for (std::size_t i = 0; i < end.size(); ++i) end[i] = std::min(start[i] + step[i], limit[i]);
  return end;
}

/// Enough for any number of connections, even if small chunks in a shard are requested together.
constexpr std::size_t max_groups_ahead = 16384;

}  // namespace

std::size_t values_of_a_call(std::uint64_t bytes, std::size_t value_bytes,
                             std::initializer_list<Shape> chunks) {
  constexpr std::size_t max_chunks = 2048;
  std::size_t most = bytes / std::max<std::size_t>(1, value_bytes);
  for (const Shape& chunk : chunks) {
    if (!chunk.empty()) most = std::min(most, max_chunks * model::value_count(chunk));
  }
  return std::max<std::size_t>(1, most);
}

TileWalk::TileWalk(Shape shape, Shape chunk, std::size_t max_values)
    : shape_(std::move(shape)), tile_start_(shape_.size(), 0), piece_start_(shape_.size(), 0) {
  if (chunk.empty()) chunk.assign(shape_.size(), 1);
  tile_ = grow(std::move(chunk), shape_, max_values);
  piece_ = model::value_count(tile_) <= max_values
               ? tile_
               : grow(Shape(shape_.size(), 1), tile_, max_values);
  done_ = model::value_count(shape_) == 0;
}

std::optional<model::Box> TileWalk::next() {
  if (done_) return std::nullopt;
  const Shape tile_end = end_of(tile_start_, tile_, shape_);
  const Shape piece_end = end_of(piece_start_, piece_, tile_end);
  model::Box box{piece_start_, piece_end};
  for (std::size_t i = 0; i < box.count.size(); ++i) box.count[i] -= box.start[i];

  if (!advance(piece_start_, piece_, tile_start_, tile_end)) {
    done_ = !advance(tile_start_, tile_, Shape(shape_.size(), 0), shape_);
    piece_start_ = tile_start_;
  }
  return box;
}

std::size_t values_of_a_row(const std::vector<std::size_t>& shape,
                            const std::vector<std::size_t>& chunk) {
  const auto is_cut =
      std::find_if(chunk.begin(), chunk.end(), [](auto length) { return length > 1; });
  if (is_cut == chunk.end()) return 1;
  const std::ptrdiff_t at = is_cut - chunk.begin();
  return std::accumulate(shape.begin() + at + 1, shape.end(),
                         std::min(*is_cut, shape[static_cast<std::size_t>(at)]),
                         std::multiplies<>());
}

COrderWalk::COrderWalk(std::vector<std::size_t> shape, const std::vector<std::size_t>& chunk,
                       std::size_t max_values)
    : shape_(std::move(shape)), start_(shape_.size(), 0) {
  std::size_t left = max_values;
  for (cut_ = shape_.size(); cut_ > 0 && shape_[cut_ - 1] <= left; --cut_) {
    left /= std::max<std::size_t>(1, shape_[cut_ - 1]);
  }
  done_ = std::find(shape_.begin(), shape_.end(), 0U) != shape_.end();
  if (cut_ == 0) {
    step_ = shape_.empty() ? 1 : shape_.front();
    return;
  }
  --cut_;
  step_ = std::max<std::size_t>(1, left);
  if (!chunk.empty() && chunk[cut_] <= step_) step_ -= step_ % chunk[cut_];
}

std::optional<model::Box> COrderWalk::next() {
  if (done_) return std::nullopt;
  model::Box box{start_, shape_};
  for (std::size_t i = 0; i < std::min(cut_, shape_.size()); ++i) box.count[i] = 1;
  done_ = true;
  if (shape_.empty()) return box;
  box.count[cut_] = std::min(step_, shape_[cut_] - start_[cut_]);

  start_[cut_] += step_;
  if (start_[cut_] < shape_[cut_]) {
    done_ = false;
    return box;
  }
  start_[cut_] = 0;
  for (std::size_t i = cut_; i-- > 0;) {
    if (++start_[i] < shape_[i]) {
      done_ = false;
      break;
    }
    start_[i] = 0;
  }
  return box;
}

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

ChunksAhead::ChunksAhead(model::Source& source, model::VariableId variable, model::ChunkGrid grid,
                         Groups groups)
    : source_(source), variable_(variable), grid_(std::move(grid)), groups_(std::move(groups)) {
  (void)source_.stored_chunk_count(variable_);  // all chunks at once, not one after the other
}

void ChunksAhead::begin_group() {
  ++begun_;
  if (taken_ < begun_) waiting_.clear();  // of a group that has already been found
  announce();
}

void ChunksAhead::will_find(std::size_t chunk) {
  if (taken_ == begun_ && !waiting_.empty() && waiting_.front() == chunk) waiting_.pop_front();
  announce();
}

void ChunksAhead::announce() {
  while (true) {
    while (!waiting_.empty()) {
      if (!source_.announce(variable_, grid_.offset(waiting_.front()))) return;
      waiting_.pop_front();
    }
    if (taken_ >= begun_ + max_groups_ahead) return;
    const auto group = groups_();
    if (!group) return;
    if (++taken_ >= begun_) waiting_.assign(group->begin(), group->end());
  }
}

ChunksAhead::Groups single_chunks(ShardWalk walk) {
  return [walk = std::move(walk)]() mutable -> std::optional<std::vector<std::size_t>> {
    const auto chunk = walk.next();
    return chunk ? std::optional(std::vector{*chunk}) : std::nullopt;
  };
}

}  // namespace ncf::transcode
