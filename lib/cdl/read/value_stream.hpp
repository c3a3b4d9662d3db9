// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of one variable in C order, from first to last, handed on in blocks: what holds data
// of any size in a little memory. One thread at a time.
#pragma once

#include <cstddef>
#include <functional>

#include "model/values.hpp"

namespace ncf::cdl {

/// Gets the values from the one of index `first` on. Nobody needs them afterwards.
using BlockHandler = std::function<void(std::size_t first, model::Values& values)>;

/// Which blocks values come in.
struct BlockPlan {
  std::size_t total = 0;  ///< values altogether
  std::size_t line = 1;   ///< no block reaches over a multiple of this
  std::size_t block = 1;  ///< values in a block, fewer at the end of a line
};

class ValueStream {
 public:
  /// `fill` is one value, what stands where none is given; it outlives the stream.
  ValueStream(const model::Values& fill, const BlockPlan& plan, BlockHandler on_block);

  /// Zeroed memory for the next values, `left_in_block` of them, at least 1; none may be left but
  /// at the end of all.
  [[nodiscard]] std::byte* next();
  [[nodiscard]] std::size_t left_in_block() const noexcept { return values_.count() - in_block_; }
  /// Confirms that the first `count` of these have been written.
  void add(std::size_t count);

  /// Adds fill values.
  void fill(std::size_t count);

  /// Hands the last block on.
  void finish();

  [[nodiscard]] const model::Values& fill_value() const noexcept { return fill_; }
  /// How many values were added.
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
