// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of one variable in C order, passed on in blocks, so that data of any size need little
// memory. One thread at a time.
#pragma once

#include <cstddef>
#include <functional>

#include "model/values/values.hpp"

namespace ncf::cdl {

/// Receives the values that begin at index `first`. They are not needed afterwards.
using BlockHandler = std::function<void(std::size_t first, model::Values& values)>;

/// The blocks in which values are passed on.
struct BlockPlan {
  std::size_t total = 0;  ///< values altogether
  std::size_t line = 1;   ///< no block crosses a multiple of this
  std::size_t block = 1;  ///< values in a block, maybe fewer at the end of a line
};

class ValueStream {
 public:
  /// fill: the value for elements that are not given; must outlive the stream.
  ValueStream(const model::Values& fill, const BlockPlan& plan, BlockHandler on_block);

  /// Returns zeroed memory for the next `left_in_block` values, at least 1. Not to be called after
  /// the last value.
  [[nodiscard]] std::byte* next();
  [[nodiscard]] std::size_t left_in_block() const noexcept { return values_.count() - in_block_; }
  /// Confirms that the first `count` of these have been written.
  void add(std::size_t count);

  /// Adds fill values.
  void fill(std::size_t count);

  /// Passes on the last block.
  void finish();

  [[nodiscard]] const model::Values& fill_value() const noexcept { return fill_; }
  /// Returns how many values were added.
  [[nodiscard]] std::size_t position() const noexcept { return first_ + in_block_; }

 private:
  void start_block();
  void hand_on();

  const model::Values& fill_;
  BlockPlan plan_;
  BlockHandler on_block_;
  model::Values values_;
  std::size_t first_ = 0;
  std::size_t in_block_ = 0;
};

}  // namespace ncf::cdl
