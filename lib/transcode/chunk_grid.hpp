// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the chunks of a variable lie. Pure arithmetic; any thread.
#pragma once

#include <cstddef>
#include <vector>

namespace ncf::transcode {

/// The chunks that cover an extent, numbered in C order; those at the end may reach beyond it.
class ChunkGrid {
 public:
  /// Both of one length a dimension; chunk lengths are above 0.
  ChunkGrid(const std::vector<std::size_t>& extent, std::vector<std::size_t> chunk_shape);

  /// 0 if a length of the extent is 0; 1 for a scalar.
  [[nodiscard]] std::size_t chunk_count() const noexcept { return chunk_count_; }

  /// Of the first element of a chunk.
  [[nodiscard]] std::vector<std::size_t> offset(std::size_t chunk) const;

 private:
  std::vector<std::size_t> chunk_shape_;
  std::vector<std::size_t> counts_;  ///< chunks along each dimension
  std::size_t chunk_count_ = 1;
};

}  // namespace ncf::transcode
