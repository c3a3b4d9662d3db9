// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Cuts a variable into boxes, in C order, so that each is within a budget and chunks are finished
// one after another: a box consists of whole chunks, or is within one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "model/grid/box.hpp"

namespace ncf::transcode {

/// Returns the number of values to read or write in one call: as many as fit in `bytes`, from a
/// limited number of chunks because HDF5 needs about 6 kB for each chunk of a call. At least 1.
/// chunks: shapes on either side, empty if contiguous.
[[nodiscard]] std::size_t values_of_a_call(std::uint64_t bytes, std::size_t value_bytes,
                                           std::initializer_list<std::vector<std::size_t>> chunks);

class TileWalk {
 public:
  /// shape: of the variable. chunk: shape of its chunks, empty if it is contiguous. max_values:
  /// limit for one box, at least 1.
  TileWalk(std::vector<std::size_t> shape, std::vector<std::size_t> chunk, std::size_t max_values);

  /// Returns the lengths of the largest boxes of whole chunks, which are cut into pieces if a chunk
  /// has too many values.
  [[nodiscard]] const std::vector<std::size_t>& tile() const noexcept { return tile_; }

  /// Returns the next box, or empty at the end. A scalar has one box.
  std::optional<model::Box> next();

 private:
  std::vector<std::size_t> shape_;
  std::vector<std::size_t> tile_;   ///< whole chunks
  std::vector<std::size_t> piece_;  ///< a part of a tile, or all of it
  std::vector<std::size_t> tile_start_;
  std::vector<std::size_t> piece_start_;  ///< in the variable
  bool done_ = false;
};

}  // namespace ncf::transcode
