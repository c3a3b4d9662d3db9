// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/advice.hpp"

#include <gtest/gtest.h>

#include "ops/tune/command.hpp"

namespace ncf::ops {
namespace {

TuneTrial trial_of(const std::string& filters, std::uint64_t stored, bool is_present = false) {
  TuneTrial made;
  made.filters = filters;
  made.stored_bytes = stored;
  made.encode_rate = 100;
  made.decode_rate = 200;
  made.is_present = is_present;
  return made;
}

TunedVariable tuned(const std::string& path, const std::string& standard_name,
                    std::uint64_t deflated, const std::string& rounding = {}) {
  TunedVariable variable;
  variable.path = path;
  variable.type = "float";
  variable.standard_name = standard_name;
  variable.raw_bytes = 1000;
  variable.input_bytes = 1000;
  variable.rounding = rounding;
  variable.trials = {trial_of("none", 1000, true), trial_of("deflate,1", deflated)};
  return variable;
}

using Texts = std::vector<std::string>;

TEST(EqualVariables, HaveOneBound) {
  auto bounded = tuned("/t", "temperature", 5, "bitround,5");
  bounded.bound = "bits,5";
  const auto merged = merge_equal({bounded, tuned("/skin", "temperature", 5)});
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_EQ(merged[0].paths, Texts{"/t"});
  EXPECT_EQ(merged[1].sum.rounding, "");
}

TEST(EqualVariables, HaveOnePathOrOneMeaning) {
  auto other_type = tuned("/ps", "pressure", 5);
  other_type.type = "double";
  const auto merged = merge_equal({tuned("/a", "", 5), tuned("/b", "", 5), tuned("/a", "", 5),
                                   tuned("/t2m", "temperature", 5), tuned("/tas", "temperature", 5),
                                   tuned("/p", "pressure", 5), other_type});
  ASSERT_EQ(merged.size(), 5U);
  EXPECT_EQ(merged[0].paths, Texts{"/a"});
  EXPECT_EQ(merged[0].count, 2U);
  EXPECT_EQ(merged[2].paths, (Texts{"/t2m", "/tas"}));
  EXPECT_EQ(merged[3].paths, Texts{"/p"});
  EXPECT_EQ(merged[4].paths, Texts{"/ps"});
}

TEST(EqualVariables, JoinGroupsThatTurnOutToBeOne) {
  const auto merged = merge_equal({tuned("/a", "", 5), tuned("/b", "x", 5), tuned("/a", "x", 5)});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].count, 3U);
}

TEST(EqualVariables, ShareTheTrialsThatAllHave) {
  auto second = tuned("/t", "", 300);
  second.trials.push_back(trial_of("zstd,3", 200));
  second.trials[0] = trial_of("shuffle", 900, true);
  const auto merged = merge_equal({tuned("/t", "", 500), second});
  ASSERT_EQ(merged.size(), 1U);
  const TunedVariable& sum = merged.front().sum;
  EXPECT_EQ(sum.raw_bytes, 2000U);
  ASSERT_EQ(sum.trials.size(), 2U);
  EXPECT_EQ(sum.trials[0].filters, "various");
  EXPECT_TRUE(sum.trials[0].is_present);
  EXPECT_EQ(sum.trials[0].stored_bytes, 1900U);
  EXPECT_EQ(sum.trials[1].filters, "deflate,1");
  EXPECT_EQ(sum.trials[1].stored_bytes, 800U);
  EXPECT_DOUBLE_EQ(sum.trials[1].encode_rate, 100);
  EXPECT_DOUBLE_EQ(sum.trials[1].decode_rate, 200);
}

TEST(EqualVariables, KeepAsManyDigitsAsOneOfThemNeeds) {
  auto merged = merge_equal({tuned("/t", "", 5, "bitround,7"), tuned("/t", "", 5, "bitround,9"),
                             tuned("/t", "", 5, "granular,2"), tuned("/t", "", 5)});
  EXPECT_EQ(merged.front().sum.rounding, "bitround,9");
  auto limited = tuned("/t", "", 5, "granular,2");
  limited.limit = "error,0.5";
  EXPECT_EQ(merge_equal({limited, limited}).front().sum.rounding, "error,0.5");
}

TEST(EqualVariables, ShowTheInformationOfTheOneThatNeedsTheMostBits) {
  auto few = tuned("/t", "", 5, "bitround,3");
  few.information = {{"time", 9, {1, 0.5}, 3}};
  auto many = tuned("/t", "", 5, "bitround,7");
  many.information = {{"time", 9, {1, 0.1}, 2}, {"lat", 9, {1, 0.9}, 7}};
  const auto merged = merge_equal({few, many, tuned("/t", "", 5), tuned("/other", "", 5)});
  ASSERT_EQ(merged.front().sum.information.size(), 2U);
  EXPECT_EQ(merged.front().sum.information[1].bits, 7);
  EXPECT_TRUE(merged.back().sum.information.empty());
}

TEST(EqualVariables, HaveNoRatesIfOneWasNotTried) {
  auto untried = tuned("/t", "", 5);
  untried.trials[0] = trial_of("filter 400", 900, true);
  untried.trials[0].encode_rate = untried.trials[0].decode_rate = 0;
  untried.trials[0].is_fallback = true;
  const auto merged = merge_equal({tuned("/t", "", 5), untried});
  EXPECT_EQ(merged.front().sum.trials[0].decode_rate, 0);
  EXPECT_EQ(merged.front().sum.trials[1].decode_rate, 200);
}

TEST(EqualVariables, GetTheSameFilters) {
  auto merged = merge_equal({tuned("/t2m", "temperature", 100), tuned("/tas", "temperature", 120),
                             tuned("/noise", "", 1001)});
  advise_on_archive(merged, TuneGoal::size);
  EXPECT_EQ(chosen_trial(merged[0].sum).filters, "deflate,1");
  EXPECT_TRUE(chosen_trial(merged[1].sum).is_present);
  const CopyOptions options = options_to_copy(as_one_file(merged), "", true, 0);
  EXPECT_EQ(options.filters, std::vector<FilterText>{"t2m&tas,deflate,1"});
  EXPECT_TRUE(names_variables(options));
}

}  // namespace
}  // namespace ncf::ops
