// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/error_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/schema.hpp"

namespace ncf::ops {
namespace {

/// Returns a schema of t(time, y, one, x) with 2 x 24 x 1 x 64 values.
model::Schema schema_of_map() {
  model::Schema schema =
      test::one_variable(model::TypeClass::float_, {{"time", 2}, {"y", 24}, {"one", 1}, {"x", 64}});
  return schema;
}

/// Returns the axes of a map with 12 x 24 cells of 2 x 2 or 2 x 3 values.
ErrorMapAxes coarse_axes() { return error_map_axes(schema_of_map(), 0, 4000); }

/// Adds pairs in blocks; all are equal except those at these positions.
ErrorTotals totals_of(const ErrorMapAxes& axes, const model::Box& box,
                      const std::vector<std::pair<std::size_t, double>>& errors, bool has_places) {
  ErrorMapper mapper(axes, box);
  for (std::size_t begin = 0; begin < box.value_count(); begin += block_pairs) {
    Pairs pairs;
    const std::size_t count = std::min(block_pairs, box.value_count() - begin);
    for (std::size_t i = 0; i < count; ++i) {
      double error = 0;
      for (const auto& [position, size] : errors) {
        if (position == begin + i) error = size;
      }
      if (has_places && i % 3 == 1 && error == 0) continue;
      pairs.add(1, 1 + error, error, i);
    }
    mapper.add(pairs, begin, has_places);
  }
  return mapper.take();
}

TEST(ErrorMap, HasTheLastTwoDimensionsWithSeveralValues) {
  const ErrorMapAxes axes = error_map_axes(schema_of_map(), 0);
  EXPECT_EQ(axes.down.dimension, "y");
  EXPECT_EQ(axes.down.cells, 24U);
  EXPECT_EQ(axes.across.dimension, "x");
  EXPECT_EQ(axes.across.cells, 64U);
  EXPECT_EQ(coarse_axes().down.cells, 12U);
  EXPECT_EQ(coarse_axes().across.cells, 24U);
  EXPECT_EQ(axes.row_dimension, 1U);
  EXPECT_EQ(axes.column_dimension, 3U);
}

TEST(ErrorMap, FindsWhereErrorsAre) {
  const ErrorMapAxes axes = coarse_axes();
  const model::Box box{{0, 4, 0, 8}, {2, 10, 1, 56}};
  // The errors are at (1,7,0,63) and (0,4,0,8).
  const std::size_t last = (1 * 10 + 3) * 56 + 55;
  for (const bool has_places : {false, true}) {
    ErrorTotals totals = ErrorTotals::of_map(axes);
    totals.merge(totals_of(axes, box, {{0, 0.25}, {1, -0.75}, {last, -4}}, has_places));
    const ErrorDistribution found = distribution_of(totals, axes);
    ASSERT_EQ(found.cells.size(), 12U * 24U);
    const ErrorMapCell& first = found.cells[2 * 24 + 3];
    EXPECT_EQ(first.largest_error, 0.75);
    EXPECT_EQ(found.cells[3 * 24 + 23].largest_error, 4);
    if (has_places) continue;
    EXPECT_EQ(first.pairs, 2U * 2U * 2U);
    EXPECT_DOUBLE_EQ(first.rmse, std::sqrt((0.0625 + 0.5625) / 8));
    EXPECT_DOUBLE_EQ(first.bias, (0.25 - 0.75) / 8);
    EXPECT_EQ(found.cells[0].pairs, 0U);
  }
}

TEST(ErrorMap, OfATileHasOnlyTheCellsOfItsBox) {
  const ErrorMapAxes axes = coarse_axes();
  const ErrorTotals totals = totals_of(axes, {{0, 4, 0, 8}, {1, 4, 1, 8}}, {}, false);
  EXPECT_EQ(totals.block.first_row, 2U);
  EXPECT_EQ(totals.block.first_column, 3U);
  EXPECT_EQ(totals.block.rows, 2U);
  EXPECT_EQ(totals.block.columns, 3U);
}

TEST(ErrorMap, CountsErrorsByDecade) {
  const ErrorMapAxes axes = error_map_axes(schema_of_map(), 0);
  const model::Box box{{0, 0, 0, 0}, {1, 24, 1, 64}};
  ErrorTotals totals =
      totals_of(axes, box, {{3, 0.1}, {9, 0.0999}, {10, -2}, {700, 0.5}, {701, 10}}, false);
  const auto ranges = distribution_of(totals, axes).ranges;
  ASSERT_EQ(ranges.size(), 5U);
  const double expected[][3] = {
      {0, 0, 24 * 64 - 5}, {0.01, 0.1, 1}, {0.1, 1, 2}, {1, 10, 1}, {10, 100, 1}};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(ranges[i].from, expected[i][0]);
    EXPECT_EQ(ranges[i].to, expected[i][1]);
    EXPECT_EQ(static_cast<double>(ranges[i].pairs), expected[i][2]);
  }
}

TEST(ErrorMap, CountsMuchSmallerErrorsTogether) {
  const ErrorMapAxes axes = error_map_axes(schema_of_map(), 0);
  const model::Box box{{0, 0, 0, 0}, {1, 1, 1, 8}};
  const auto ranges =
      distribution_of(totals_of(axes, box, {{0, 1}, {1, 1e-300}, {2, 5e-324}}, false), axes).ranges;
  ASSERT_EQ(ranges.size(), 26U);
  EXPECT_EQ(ranges[1].from, 0);
  EXPECT_EQ(ranges[1].pairs, 2U);
  EXPECT_EQ(ranges[1].to, ranges[2].from);
  EXPECT_EQ(ranges.back().from, 1);
  EXPECT_EQ(ranges.back().pairs, 1U);
}

TEST(ErrorMap, AddsUpTiles) {
  const ErrorMapAxes axes = coarse_axes();
  ErrorTotals all = totals_of(axes, {{0, 0, 0, 0}, {1, 24, 1, 64}}, {{0, 3}}, false);
  all.merge(totals_of(axes, {{1, 0, 0, 0}, {1, 24, 1, 64}}, {{0, 4}}, false));
  const ErrorDistribution found = distribution_of(all, axes);
  EXPECT_EQ(found.cells.front().pairs, 8U);
  EXPECT_EQ(found.cells.front().largest_error, 4);
  EXPECT_DOUBLE_EQ(found.cells.front().rmse, std::sqrt(25.0 / 8));
}

TEST(ErrorMap, CountsTheValuesOfABoxInEachCell) {
  const ErrorMapAxes axes = coarse_axes();
  const model::Box box{{0, 4, 0, 10}, {2, 9, 1, 53}};
  const std::vector<std::uint64_t> counts = count_in_cells(axes, box);
  const ErrorTotals counted = totals_of(axes, box, {}, false);
  ASSERT_EQ(counts.size(), counted.cells.size());
  for (std::size_t i = 0; i < counts.size(); ++i) EXPECT_EQ(counts[i], counted.cells[i].pairs);
  const ErrorMapAxes of_scalar = error_map_axes(test::one_variable(model::TypeClass::float_), 0);
  EXPECT_EQ(count_in_cells(of_scalar, {{}, {}}), std::vector<std::uint64_t>{1});
}

TEST(ErrorMap, OfEqualPairsIsThatOfEveryPair) {
  const ErrorMapAxes axes = coarse_axes();
  const model::Box one{{0, 5, 0, 7}, {1, 1, 1, 1}};
  const model::Box box{{0, 0, 0, 0}, {2, 24, 1, 64}};
  const ErrorTotals pair = totals_of(axes, one, {{0, -0.75}}, false);
  const auto counts = count_in_cells(axes, box);
  const ErrorTotals totals = ErrorTotals::of_equal_pairs(pair, axes, counts);
  EXPECT_EQ(totals.cells[2 * 24 + 3].differences, -0.75 * 8);
  EXPECT_EQ(totals.cells[2 * 24 + 3].squares, 0.5625 * 8);
  EXPECT_EQ(totals.cells[2 * 24 + 3].largest, 0.75);
  const auto ranges = distribution_of(totals, axes).ranges;
  EXPECT_EQ(ranges.back().from, 0.1);
  EXPECT_EQ(ranges.back().pairs, box.value_count());
  const ErrorTotals none = ErrorTotals::of_equal_pairs({}, axes, counts);
  EXPECT_EQ(none.cells[2 * 24 + 3].pairs, 0U);
}

}  // namespace
}  // namespace ncf::ops
