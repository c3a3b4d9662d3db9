// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/advice.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ncf::ops {
namespace {

using Front = std::vector<bool>;

TEST(Front, HoldsWhatNoOtherBeatsBothWays) {
  EXPECT_EQ(pareto_front({{100, 0}, {50, 1}, {60, 2}, {40, 3}}), (Front{true, true, false, true}));
}

TEST(Front, OfEqualsHoldsTheFirst) {
  EXPECT_EQ(pareto_front({{50, 1}, {50, 1}}), (Front{true, false}));
  EXPECT_EQ(pareto_front({{50, 2}, {50, 1}}), (Front{false, true}));
  EXPECT_EQ(pareto_front({{60, 1}, {50, 1}}), (Front{false, true}));
}

TEST(Front, OfNothingIsEmpty) { EXPECT_TRUE(pareto_front({}).empty()); }

// 16 times smaller at best: 4 halvings.
const std::vector<Cost> costs{{1600, 0}, {400, 1}, {200, 2}, {130, 3}, {101, 8}, {100, 9}};

TEST(Choose, CountsHalvingsOfTheBest) {
  EXPECT_EQ(choose(costs, 1600, TuneGoal::speed), 1U);  // 2 of 4
  EXPECT_EQ(choose(costs, 1600, TuneGoal::size), 4U);   // 3.99
}

TEST(Choose, BalancesSizeAndTheTimeToWriteOnceAndToReadTenTimes) {
  EXPECT_EQ(time_of(3, 0.7), 10);
  // 1 GB takes 22 s, once written and ten times read at 500 MB/s.
  const double gigabyte = 1e9;
  EXPECT_EQ(price_of({gigabyte, 3}), 25 * gigabyte * gigabyte);
  // Much time for little size is not worth it, nor is much size for little time.
  const std::vector<Cost> some{
      {gigabyte, 0}, {0.5 * gigabyte, 1}, {0.4 * gigabyte, 3}, {0.38 * gigabyte, 60}};
  EXPECT_EQ(choose(some, gigabyte, TuneGoal::balanced), 2U);
  // A third less is worth half as much time again.
  EXPECT_EQ(choose({{gigabyte, 0}, {0.65 * gigabyte, 18}}, gigabyte, TuneGoal::balanced), 1U);
  const std::vector<Cost> alike{{gigabyte, 0}, {0.8 * gigabyte, 3}, {0.8 * gigabyte, 3.1}};
  EXPECT_EQ(choose(alike, gigabyte, TuneGoal::balanced, 0), 1U);
  EXPECT_EQ(choose(alike, gigabyte, TuneGoal::balanced, 2), 2U);
  EXPECT_EQ(choose(alike, gigabyte, TuneGoal::speed, 2), 1U);
}

TEST(Choose, LeavesAloneWhatHardlyGetsSmaller) {
  const std::vector<Cost> random{{1000, 0}, {995, 5}, {1010, 1}};
  for (const TuneGoal goal : {TuneGoal::size, TuneGoal::balanced, TuneGoal::speed}) {
    EXPECT_EQ(choose(random, 1000, goal), 0U);
  }
}

TEST(Choose, TakesTheSmallerOfTwoAsFast) {
  EXPECT_EQ(choose({{400, 1}, {300, 1}, {250, 9}}, 1600, TuneGoal::speed), 1U);
}

TEST(Choose, ChoosesFromTheFront) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> number(1, 40);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Cost> some{{40, 0}};
    for (int i = number(random); i > 0; --i) {
      some.push_back({static_cast<double>(number(random)), static_cast<double>(number(random))});
    }
    const Front front = pareto_front(some);
    for (const TuneGoal goal : {TuneGoal::size, TuneGoal::balanced, TuneGoal::speed}) {
      EXPECT_TRUE(front[choose(some, 40, goal)]);
    }
  }
}

}  // namespace
}  // namespace ncf::ops
