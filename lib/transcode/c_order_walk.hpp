// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Cuts a variable into boxes whose values, one box after another, are the variable's in C order:
// for whoever must write it out from the first value to the last.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/box.hpp"

namespace ncf::transcode {

class COrderWalk {
 public:
  /// `shape` of the variable, `chunk` of its storage (empty when not chunked), and how many values
  /// a box may hold at most, at least 1. Boxes end where chunks end, where that can be.
  COrderWalk(std::vector<std::size_t> shape, const std::vector<std::size_t>& chunk,
             std::size_t max_values);

  /// The next box, or empty at the end. A scalar has one box.
  std::optional<model::Box> next();

 private:
  std::vector<std::size_t> shape_;
  std::vector<std::size_t> start_;
  std::size_t cut_ = 0;   ///< the dimension that is cut: whole after it, one by one before
  std::size_t step_ = 1;  ///< along it
  bool done_ = false;
};

}  // namespace ncf::transcode
