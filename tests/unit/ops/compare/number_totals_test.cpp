// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/number_totals.hpp"

#include <gtest/gtest.h>

#include <limits>

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

}  // namespace
}  // namespace ncf::ops
