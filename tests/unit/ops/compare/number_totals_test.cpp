// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/number_totals.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

/// Returns the moments of one pair.
Moments moments_of(double first, double second) {
  Moments moments;
  moments.count = 1;
  moments.base_first = first;
  moments.base_second = second;
  return moments;
}

TEST(CompensatedSum, KeepsWhatAddingLoses) {
  CompensatedSum sum;
  for (const double term : {1.0, 1e100, 1.0, -1e100}) sum.add(term);
  EXPECT_EQ(sum.value(), 2);
}

TEST(CompensatedSum, MergesWithWhatBothLost) {
  CompensatedSum sum;
  CompensatedSum other;
  sum.add(1e16);
  sum.add(1);
  other.add(-1e16);
  other.add(1);
  sum.merge(other);
  EXPECT_EQ(sum.value(), 2);
}

TEST(CompensatedSum, OverflowsToInfinityNotToNan) {
  CompensatedSum sum;
  for (int i = 0; i < 3; ++i) sum.add(std::numeric_limits<double>::max());
  EXPECT_EQ(sum.value(), std::numeric_limits<double>::infinity());
}

TEST(Moments, KeepSmallDeviationsFromALargeMean) {
  Moments moments;
  for (int i = 0; i < 1000; ++i) moments.merge(moments_of(1e15 + i % 2, 1e15 - i % 2));
  EXPECT_NEAR(moments.squares_first, 250, 1e-9);
  EXPECT_NEAR(moments.products, -250, 1e-9);
  EXPECT_NEAR(moments.correlation().value(), -1, 1e-12);
}

TEST(Moments, HaveNoCorrelationWithAConstant) {
  Moments moments;
  EXPECT_FALSE(moments.correlation());
  for (int i = 0; i < 3; ++i) moments.merge(moments_of(i, 0.1));
  EXPECT_FALSE(moments.correlation());
}

TEST(NumberTotals, HaveNoPsnrWithoutErrorsOrRange) {
  NumberTotals totals;
  EXPECT_FALSE(totals.bias());
  EXPECT_FALSE(totals.rmse());
  totals.moments = moments_of(1, 1);
  totals.least_first = 0;
  totals.most_first = 10;
  EXPECT_FALSE(totals.psnr());
  totals.squared_differences.add(0.01);
  EXPECT_NEAR(totals.psnr().value(), 40, 1e-12);
  totals.most_first = 0;
  EXPECT_FALSE(totals.psnr());
}

TEST(NumberTotals, OfEqualPairsAreThoseOfEveryPair) {
  NumberTotals pair;
  pair.moments = moments_of(3, 3.5);
  pair.differences.add(0.5);
  pair.squared_differences.add(0.25);
  pair.differing = 1;
  pair.least_first = 3;
  pair.most_first = 3;
  NumberTotals added;
  for (int i = 0; i < 1000; ++i) added.merge(pair);
  NumberTotals repeated = NumberTotals::of_equal_pairs(pair, 1000);
  NumberTotals other;
  other.moments = moments_of(-1, 7);
  for (NumberTotals* const totals : {&added, &repeated}) totals->merge(other);
  EXPECT_EQ(repeated.differing, added.differing);
  EXPECT_EQ(repeated.moments.count, added.moments.count);
  EXPECT_DOUBLE_EQ(repeated.bias().value(), added.bias().value());
  EXPECT_DOUBLE_EQ(repeated.rmse().value(), added.rmse().value());
  EXPECT_NEAR(repeated.moments.squares_first, added.moments.squares_first, 1e-9);
  EXPECT_NEAR(repeated.moments.products, added.moments.products, 1e-9);
}

TEST(NumberTotals, OfSeveralPairsCannotBeRepeated) {
  NumberTotals pairs;
  pairs.moments = moments_of(1, 2);
  pairs.moments.merge(moments_of(2, 1));
  EXPECT_THROW((void)NumberTotals::of_equal_pairs(pairs, 2), Error);
  NumberTotals missing;
  missing.missing_in_first = 2;
  EXPECT_THROW((void)NumberTotals::of_equal_pairs(missing, 2), Error);
}

}  // namespace
}  // namespace ncf::ops
