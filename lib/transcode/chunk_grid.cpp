// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/chunk_grid.hpp"

#include <utility>

namespace ncf::transcode {

ChunkGrid::ChunkGrid(const std::vector<std::size_t>& extent, std::vector<std::size_t> chunk_shape)
    : chunk_shape_(std::move(chunk_shape)) {
  for (std::size_t i = 0; i < chunk_shape_.size(); ++i) {
    const std::size_t length = extent[i];
    counts_.push_back(length / chunk_shape_[i] + (length % chunk_shape_[i] > 0 ? 1 : 0));
    chunk_count_ *= counts_.back();
  }
}

std::vector<std::size_t> ChunkGrid::offset(std::size_t chunk) const {
  std::vector<std::size_t> offset(counts_.size());
  for (std::size_t i = counts_.size(); i-- > 0;) {
    offset[i] = chunk % counts_[i] * chunk_shape_[i];
    chunk /= counts_[i];
  }
  return offset;
}

}  // namespace ncf::transcode
