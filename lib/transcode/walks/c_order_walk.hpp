// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Cuts a variable into boxes so that their values, box after box, are the variable's values in C
// order. For output that is written from the first value to the last.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/grid/box.hpp"

namespace ncf::transcode {

class COrderWalk {
 public:
  /// shape: of the variable. chunk: shape of its chunks, empty if it is contiguous. max_values:
  /// limit for one box, at least 1. Boxes end at chunk borders where possible.
  COrderWalk(std::vector<std::size_t> shape, const std::vector<std::size_t>& chunk,
             std::size_t max_values);

  /// Returns the next box, or empty at the end. A scalar has one box.
  std::optional<model::Box> next();

 private:
  std::vector<std::size_t> shape_;
  std::vector<std::size_t> start_;
  std::size_t cut_ = 0;   ///< the dimension that is cut: later ones are whole, earlier ones 1 long
  std::size_t step_ = 1;  ///< length along `cut_`
  bool done_ = false;
};

}  // namespace ncf::transcode
