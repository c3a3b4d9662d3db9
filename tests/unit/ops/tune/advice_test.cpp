// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/advice.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ncf::ops {
namespace {

/// Returns a variable of 1000 bytes.
TunedVariable variable_with(std::vector<TuneTrial> trials) {
  TunedVariable variable;
  variable.raw_bytes = 1000;
  variable.trials = std::move(trials);
  return variable;
}

/// rate: in MB/s; 0 takes no time.
TuneTrial trial(const char* filters, std::uint64_t bytes, double rate) {
  TuneTrial trial;
  trial.filters = filters;
  trial.stored_bytes = bytes;
  trial.encode_rate = 1e6 * rate;
  trial.decode_rate = 1e6 * rate;
  return trial;
}

std::string chosen(const TunedVariable& variable) {
  std::string filters;
  for (const TuneTrial& trial : variable.trials) {
    if (trial.is_chosen) filters += trial.filters;
  }
  return filters;
}

TEST(Advice, EachVariableGetsWhatSuitsIt) {
  std::vector<TunedVariable> variables{
      variable_with({trial("none", 1000, 0), trial("a", 100, 5000), trial("b", 500, 5000)}),
      variable_with({trial("none", 1000, 0), trial("a", 500, 5000), trial("b", 100, 5000)})};
  advise(variables, TuneGoal::balanced);
  EXPECT_EQ(chosen(variables[0]), "a");
  EXPECT_EQ(chosen(variables[1]), "b");
  EXPECT_EQ(variables[0].stored_bytes, 100U);
}

TEST(Advice, AllGetTheSameWhereThatIsHardlyWorse) {
  std::vector<TunedVariable> variables{
      variable_with({trial("none", 1000, 0), trial("a", 100, 50), trial("b", 101, 49)}),
      variable_with({trial("none", 1000, 0), trial("a", 300, 50), trial("b", 200, 50)})};
  advise(variables, TuneGoal::size);
  EXPECT_EQ(chosen(variables[0]), "b");
  EXPECT_EQ(chosen(variables[1]), "b");
}

TEST(Advice, TheFasterOfEqualSizesIsChosenAndOnTheFront) {
  std::vector<TunedVariable> variables{
      variable_with({trial("none", 1000, 0), trial("a", 100, 5000), trial("b", 100, 4900)})};
  advise(variables, TuneGoal::balanced);
  EXPECT_EQ(chosen(variables[0]), "a");
  for (const TuneTrial& trial : variables[0].trials) {
    EXPECT_EQ(trial.is_on_front, trial.filters != "b") << trial.filters;
  }
}

TEST(Advice, PresentFiltersStayIfOthersSaveLittleTime) {
  for (const double rate : {4500.0, 9000.0}) {
    TunedVariable variable = variable_with({trial("now", 500, 4000), trial("new", 500, rate)});
    variable.trials[0].is_present = true;
    std::vector<TunedVariable> variables{variable};
    advise(variables, TuneGoal::balanced);
    EXPECT_EQ(chosen(variables[0]), rate < 9000 ? "now" : "new");
  }
}

TEST(Advice, NoVariableGetsWhatItCannotHave) {
  std::vector<TunedVariable> variables{
      variable_with({trial("none", 1000, 0), trial("a", 100, 50), trial("b", 100, 49)}),
      variable_with({trial("none", 1000, 0), trial("b", 100, 50)})};
  advise(variables, TuneGoal::size);
  EXPECT_EQ(chosen(variables[0]), "b");
  EXPECT_EQ(chosen(variables[1]), "b");
}

TEST(Advice, NothingBecomesLargerThanItIs) {
  TunedVariable variable =
      variable_with({trial("none", 1000, 0), trial("fast", 400, 99), trial("now", 300, 1)});
  variable.input_bytes = 300;
  variable.trials[2].is_present = true;
  std::vector<TunedVariable> variables{variable};
  advise(variables, TuneGoal::speed);
  EXPECT_EQ(chosen(variables[0]), "now");
}

TEST(Advice, NotEvenForTheSakeOfTheSameForAll) {
  std::vector<TunedVariable> variables{variable_with({trial("a", 1000, 50), trial("b", 1001, 50)}),
                                       variable_with({trial("a", 101, 50), trial("b", 100, 50)})};
  variables[1].input_bytes = 100;
  variables[1].trials[1].is_present = true;
  advise(variables, TuneGoal::size);
  EXPECT_NE(chosen(variables[1]), "a");
}

TEST(Advice, FiltersThatReadersCannotUndoStayOnlyInNeed) {
  for (const std::uint64_t bytes : {100U, 400U}) {
    TunedVariable variable = variable_with({trial("none", 1000, 0), trial("a", 300, 1)});
    variable.input_bytes = bytes;
    TuneTrial now = trial("now", bytes, 0);
    now.is_present = true;
    now.is_fallback = true;
    variable.trials.push_back(now);
    std::vector<TunedVariable> variables{variable};
    advise(variables, TuneGoal::speed);
    EXPECT_EQ(chosen(variables[0]), bytes < 300 ? "now" : "a");
  }
}

TEST(Advice, TrialsAreInOrderAndTheFrontIsMarked) {
  std::vector<TunedVariable> variables{
      variable_with({trial("small", 100, 50), trial("none", 1000, 0), trial("slow", 500, 1),
                     trial("fast", 400, 99)})};
  advise(variables, TuneGoal::size);
  std::string order;
  for (const TuneTrial& one : variables[0].trials)
    order += one.filters + (one.is_on_front ? "+ " : " ");
  EXPECT_EQ(order, "none+ slow fast+ small+ ");
}

TEST(Advice, WithoutVariablesThereIsNone) {
  std::vector<TunedVariable> variables;
  EXPECT_NO_THROW(advise(variables, TuneGoal::size));
}

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
