// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/sample.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace ncf::ops {
namespace {

std::vector<std::size_t> chosen_of(const std::vector<std::uint64_t>& sizes, std::size_t most) {
  SpreadChoice choice(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}), sizes.size(),
                      most);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (choice.takes(sizes[i])) chosen.push_back(i);
  }
  return chosen;
}

using Indices = std::vector<std::size_t>;

TEST(SpreadChoice, SpreadsEquals) {
  EXPECT_EQ(chosen_of(std::vector<std::uint64_t>(12, 5), 3), (Indices{1, 5, 9}));
}

TEST(SpreadChoice, TakesFewCompletely) {
  EXPECT_EQ(chosen_of({1, 1000, 1}, 3), (Indices{0, 1, 2}));
  EXPECT_EQ(chosen_of({0, 0}, 4), (Indices{0, 1}));
}

TEST(SpreadChoice, TakesWhatIsLarge) {
  EXPECT_EQ(chosen_of({1, 1, 1, 100, 1, 1, 1, 1}, 2), (Indices{3}));
  EXPECT_EQ(chosen_of({1, 100, 1, 100, 1, 1, 1, 1}, 2), (Indices{1, 3}));
}

TEST(SpreadChoice, TakesTheNextInsteadOfWhatIsPassed) {
  SpreadChoice choice(4, 4, 1);
  EXPECT_FALSE(choice.takes(1));
  choice.pass(1);
  EXPECT_TRUE(choice.takes(1));
  EXPECT_FALSE(choice.takes(1));
}

}  // namespace
}  // namespace ncf::ops
