// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The sizes and positions of a variable's errors: counts by decade, and a map over the last two
// dimensions longer than 1. Any thread can count a tile; the results are merged in order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "ncf/compare.hpp"
#include "ops/compare/number_totals.hpp"

namespace ncf::ops {

/// The axes of a variable's map, which are its last two dimensions longer than 1.
struct ErrorMapAxes {
  MapAxis down;
  MapAxis across;
  std::optional<std::size_t> row_dimension;     ///< its index in the variable
  std::optional<std::size_t> column_dimension;  ///< the same
};

/// maps: the number of variables that may get one; many share the cells of ten full maps.
[[nodiscard]] ErrorMapAxes error_map_axes(const model::Schema& schema, model::VariableId id,
                                          std::size_t maps = 1);

/// The cells of a map that a box covers.
struct CellBlock {
  std::size_t first_row = 0;
  std::size_t first_column = 0;
  std::size_t rows = 1;
  std::size_t columns = 1;

  /// Returns the index of the cell with this index in a block that contains this one.
  [[nodiscard]] std::size_t index_in(const CellBlock& outer, std::size_t index) const noexcept {
    return (first_row - outer.first_row + index / columns) * outer.columns + first_column -
           outer.first_column + index % columns;
  }
};

[[nodiscard]] CellBlock block_of(const ErrorMapAxes& axes, const model::Box& box);

/// Sums over pairs of finite numbers.
struct ErrorTotals {
  struct Cell {
    std::uint64_t pairs = 0;
    double largest = 0;
    double differences = 0;  ///< the sum
    double squares = 0;
  };

  static constexpr int least_decade = std::numeric_limits<double>::min_exponent10;
  static constexpr int most_decade = std::numeric_limits<double>::max_exponent10;

  /// Numbers of pairs by the decade of their error, from `least_decade` at index 1 on, which also
  /// has all smaller errors; at index 0, of equal pairs.
  std::array<std::uint64_t, most_decade - least_decade + 2> by_decade{};
  CellBlock block;
  std::vector<Cell> cells;  ///< of the block, row by row

  /// Returns totals of no pairs, for the whole map.
  [[nodiscard]] static ErrorTotals of_map(const ErrorMapAxes& axes);
  /// other: of the same cells or some of them.
  void merge(const ErrorTotals& other);
  /// Returns the totals of pairs like the only one in `pair`, or none if it has none.
  /// counts: the number of pairs in each cell of the map.
  [[nodiscard]] static ErrorTotals of_equal_pairs(const ErrorTotals& pair, const ErrorMapAxes& axes,
                                                  const std::vector<std::uint64_t>& counts);
};

/// Returns how many values of a box each cell of its block contains, row by row.
[[nodiscard]] std::vector<std::uint64_t> count_in_cells(const ErrorMapAxes& axes,
                                                        const model::Box& box);

[[nodiscard]] ErrorDistribution distribution_of(const ErrorTotals& totals,
                                                const ErrorMapAxes& axes);

/// Counts the pairs of a tile, in the order of their positions. One thread.
class ErrorMapper {
 public:
  /// The axes must outlive this object.
  ErrorMapper(const ErrorMapAxes& axes, const model::Box& box);

  /// Adds pairs. begin, has_places: as in `add_pairs`.
  void add(const Pairs& pairs, std::size_t begin, bool has_places);

  [[nodiscard]] ErrorTotals take() { return std::move(totals_); }

 private:
  void enter_row(std::size_t position);

  std::vector<std::size_t> row_begins_;    ///< for each row of the box, its first cell in the block
  std::vector<std::size_t> column_cells_;  ///< for each column of the box
  std::size_t row_begin_ = 0;              ///< position of the first value of the current row
  std::size_t row_end_ = 0;
  ErrorTotals::Cell* row_ = nullptr;  ///< the cells of the current row
  ErrorTotals totals_;
};

}  // namespace ncf::ops
