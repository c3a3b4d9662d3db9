// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Cuts a variable into boxes, in C order, so that no box is larger than a budget and chunks are
// finished one after another: a box is made of whole chunks, or lies within one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "model/box.hpp"

namespace ncf::transcode {

/// Values that are to be read or written in one call: as many as `bytes` hold, of not too many
/// chunks, since HDF5 takes some 6 kB for each chunk of a call. At least 1.
/// chunks: shapes on either side, empty where there are none.
[[nodiscard]] std::size_t values_of_a_call(std::uint64_t bytes, std::size_t value_bytes,
                                           std::initializer_list<std::vector<std::size_t>> chunks);

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
