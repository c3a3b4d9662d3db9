// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ncf::ops {
namespace {

TEST(Estimate, OfAllChunksIsTheirSum) {
  const Estimate estimate = estimate_share({{100, 50, 1}, {300, 50, 1}}, 2);
  EXPECT_DOUBLE_EQ(estimate.stored_share, 0.25);
  EXPECT_EQ(estimate.uncertainty, 0);
}

TEST(Estimate, CountsEqualChunksAsMany) {
  const Estimate estimate = estimate_share({{100, 50, 1}, {100, 10, 3}}, 4);
  EXPECT_DOUBLE_EQ(estimate.stored_share, 0.2);
}

TEST(Estimate, OfFewChunksIsNotCertain) {
  EXPECT_EQ(estimate_share({{100, 50, 1}, {100, 60, 1}, {100, 70, 1}}, 100).uncertainty,
            std::nullopt);
}

TEST(Estimate, OfEqualChunksIsCertain) {
  EXPECT_EQ(estimate_share({{100, 50, 8}}, 100).uncertainty, 0);
}

// About one in twenty samples is off by more than its stated uncertainty.
TEST(Estimate, IsAsFarOffAsItSays) {
  std::mt19937 random(3);
  std::normal_distribution<double> stored(500, 100);
  constexpr int rounds = 1000;
  int misses = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<ChunkSizes> chunks;
    for (int i = 0; i < 20; ++i) {
      chunks.push_back({1000, static_cast<std::uint64_t>(stored(random)), 1});
    }
    const Estimate estimate = estimate_share(chunks, 10000);
    ASSERT_TRUE(estimate.uncertainty);
    if (std::abs(estimate.stored_share - 0.5) > *estimate.uncertainty * estimate.stored_share) {
      ++misses;
    }
  }
  EXPECT_GT(misses, rounds / 50);
  EXPECT_LT(misses, rounds / 10);
}

}  // namespace
}  // namespace ncf::ops
