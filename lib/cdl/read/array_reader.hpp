// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the data of a variable into a stream of values, or only counts them to find the lengths of
// unlimited dimensions. The items are one list in C order, but each unlimited dimension except
// the first has lists of its own in braces. For v(t, x, u) with unlimited t and u,
//
//     v = {1, 2}, {3}, {4} ;
//
// gives v(0,0,0), v(0,0,1), v(0,1,0) and v(1,0,0). A short list is continued with fill values.
//
// source: ncgen(1), "Data Section"; grammar/cdl.ebnf, rule data
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "cdl/read/lexer.hpp"
#include "cdl/read/text.hpp"
#include "cdl/read/value_reader.hpp"
#include "model/schema/schema.hpp"
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

/// The values of one variable in C order, passed on in blocks, so that data of any size need little
/// memory. One thread at a time.
class ValueStream {
 public:
  /// fill: the value for elements that are not given; must outlive the stream.
  ValueStream(const model::Values& fill, const BlockPlan& plan, BlockHandler on_block);

  /// Returns zeroed memory for the next `left_in_block` values, at least 1. Not to be called after
  /// the last value.
  [[nodiscard]] std::byte* next();
  [[nodiscard]] std::size_t left_in_block() const noexcept { return values_.count() - in_block_; }
  /// Confirms that the first `count` of these have been written.
  void add(std::size_t count) noexcept { in_block_ += count; }

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

/// Skips items separated by commas. Stops before `;`, or before a `}` that closes an outer list.
/// Returns their number; items in inner braces are not counted. throws: Fault.
std::size_t count_items(Lexer& lexer);

/// Skips the data of a variable, and determines the lengths of its unlimited dimensions from them.
class LengthCounter {
 public:
  /// lengths: of each dimension; those of unlimited dimensions grow.
  LengthCounter(const model::Schema& schema, model::VariableId variable, Lexer& lexer,
                Diagnostics& diagnostics, std::vector<std::size_t>& lengths);

  /// Skips to the `;`, which is not taken. throws: Fault.
  void count();

 private:
  void count_list(std::size_t level, char close);
  std::size_t count_items(std::size_t level, char close);

  const model::Variable& variable_;
  Lexer& lexer_;
  ValueReader reader_;
  std::vector<std::size_t> levels_;  ///< the first dimension of each list, and the rank
  std::vector<std::size_t> shape_;   ///< 0 for unlimited dimensions
  std::vector<std::size_t>& lengths_;
};

/// Reads the data of a variable of the given shape into a stream.
class ArrayReader {
 public:
  /// shape: of the whole variable. stream: for as many values.
  ArrayReader(const model::Schema& schema, model::VariableId variable,
              std::vector<std::size_t> shape, Lexer& lexer, Diagnostics& diagnostics,
              ValueStream& stream);

  /// See ValueReader.
  void forbid_other_bits() noexcept { reader_.forbid_other_bits(); }

  /// Reads up to the `;`, which is not taken. Values missing at the end are not added to the
  /// stream.
  /// throws: Fault, also for more values than the variable has.
  void read();

 private:
  void read_list(std::size_t level, char close);
  void read_lists(std::size_t level, char close);
  void read_values(std::size_t count, char close);
  std::size_t read_plain_numbers(std::size_t most, bool& expects_item);
  void read_characters(std::size_t level, std::size_t count, char close);
  [[nodiscard]] std::size_t values_below(std::size_t level) const;

  const model::Variable& variable_;
  std::vector<std::size_t> shape_;
  std::vector<std::size_t> levels_;
  bool last_is_unlimited_ = false;
  Lexer& lexer_;
  ValueReader reader_;
  ValueStream& stream_;
};

}  // namespace ncf::cdl
