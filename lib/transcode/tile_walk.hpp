// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Cuts a variable into boxes, in C order, so that no box is larger than a budget and chunks are
// finished one after another: a box is made of whole chunks, or lies within one.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/dataset.hpp"

namespace ncf::transcode {

class TileWalk {
 public:
  /// `shape` of the variable, `chunk` of its storage (empty when not chunked), and how many
  /// values a box may hold at most, at least 1.
  TileWalk(std::vector<std::size_t> shape, std::vector<std::size_t> chunk, std::size_t max_values);

  /// The next box, or empty at the end. A scalar has one box.
  std::optional<model::Box> next();

 private:
  std::vector<std::size_t> shape_;
  std::vector<std::size_t> tile_;   ///< whole chunks
  std::vector<std::size_t> piece_;  ///< a part of a tile, equal to it where it fits
  std::vector<std::size_t> tile_start_;
  std::vector<std::size_t> piece_start_;  ///< absolute
  bool done_ = false;
};

}  // namespace ncf::transcode
