// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/tile_walk.hpp"

#include <algorithm>
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

}  // namespace ncf::transcode
