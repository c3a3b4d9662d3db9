// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/grid/chunk_grid.hpp"

#include <algorithm>
#include <utility>

namespace ncf::model {

ChunkGrid::ChunkGrid(std::vector<std::size_t> extent, std::vector<std::size_t> chunk_shape)
    : extent_(std::move(extent)), chunk_shape_(std::move(chunk_shape)) {
  for (std::size_t i = 0; i < chunk_shape_.size(); ++i) {
    counts_.push_back(chunks_along(extent_[i], chunk_shape_[i]));
    chunk_count_ *= counts_.back();
  }
}

std::vector<std::size_t> ChunkGrid::numbers(std::size_t chunk) const {
  std::vector<std::size_t> numbers(counts_.size());
  for (std::size_t i = counts_.size(); i-- > 0;) {
    numbers[i] = chunk % counts_[i];
    chunk /= counts_[i];
  }
  return numbers;
}

std::vector<std::size_t> ChunkGrid::offset(std::size_t chunk) const {
  std::vector<std::size_t> offset = numbers(chunk);
  for (std::size_t i = 0; i < offset.size(); ++i) offset[i] *= chunk_shape_[i];
  return offset;
}

std::optional<std::size_t> ChunkGrid::find_chunk_at(std::span<const std::size_t> position) const {
  std::size_t chunk = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (position[i] >= extent_[i]) return std::nullopt;
    chunk = chunk * counts_[i] + position[i] / chunk_shape_[i];
  }
  return chunk;
}

std::vector<std::size_t> ChunkGrid::chunks_of(const Box& box) const {
  std::vector<std::size_t> chunks{0};
  if (box.value_count() == 0) return {};
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const std::size_t first = box.start[i] / chunk_shape_[i];
    const std::size_t last = (box.start[i] + box.count[i] - 1) / chunk_shape_[i];
    std::vector<std::size_t> deeper;
    deeper.reserve(chunks.size() * (last - first + 1));
    for (const std::size_t chunk : chunks) {
      for (std::size_t j = first; j <= last; ++j) deeper.push_back(chunk * counts_[i] + j);
    }
    chunks = std::move(deeper);
  }
  return chunks;
}

std::vector<std::size_t> chunks_sharing(const ChunkGrid& grid, std::span<const std::size_t> chunks,
                                        const ChunkGrid& others) {
  std::vector<std::size_t> sharing;
  for (const std::size_t chunk : chunks) {
    const auto of_chunk = others.chunks_of(grid.within(grid.chunk_box(chunk)));
    sharing.insert(sharing.end(), of_chunk.begin(), of_chunk.end());
  }
  std::ranges::sort(sharing);
  sharing.erase(std::unique(sharing.begin(), sharing.end()), sharing.end());
  return sharing;
}

using Shape = std::vector<std::size_t>;

Shape slab_shape(const Shape& extent, std::size_t element_bytes, std::uint64_t max_bytes) {
  Shape shape(extent.size(), 1);
  std::uint64_t most = std::max<std::uint64_t>(1, max_bytes / element_bytes);
  for (std::size_t i = extent.size(); i-- > 0 && most > 1;) {
    shape[i] = std::max<std::size_t>(1, std::min<std::uint64_t>(extent[i], most));
    most /= shape[i];
    if (shape[i] < extent[i]) break;
  }
  return shape;
}

Shape slab_of_chunks(const Shape& extent, Shape chunk_shape, std::size_t element_bytes,
                     std::uint64_t max_bytes) {
  Shape chunks = extent;
  for (std::size_t i = 0; i < extent.size(); ++i) {
    chunks[i] = chunks_along(extent[i], chunk_shape[i]);
  }
  const Shape slab = slab_shape(chunks, value_count(chunk_shape) * element_bytes, max_bytes);
  for (std::size_t i = 0; i < extent.size(); ++i) chunk_shape[i] *= slab[i];
  return chunk_shape;
}

}  // namespace ncf::model
