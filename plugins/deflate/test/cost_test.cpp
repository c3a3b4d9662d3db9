// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/cost.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "deflate/huffman.hpp"
#include "deflate/test/planes.hpp"

namespace ncf::plugins::deflate {
namespace {

SymbolCounts counts_of(const test::PlaneBytes& data) {
  SymbolCounts counts;
  count_bytes(data, std::span(counts.main).first<literals>());
  return counts;
}

TEST(ByteCounts, CountsEveryByteOnce) {
  for (const std::size_t bytes : {0U, 1U, 7U, 8U, 9U, 1003U}) {
    const test::PlaneBytes data = test::noise_up_to(9, bytes);
    SymbolCounts counts = counts_of(data);
    for (const std::uint8_t byte : data) --counts.main[byte];
    EXPECT_EQ(counts.main, SymbolCounts().main) << bytes;
  }
}

TEST(Cost, KnowsLogarithms) {
  for (std::uint32_t value = 1; value < 1U << 23; value += 1 + value / 500) {
    EXPECT_NEAR(log2_of(value) / 4096.0, std::log2(value), 0.0016) << value;
  }
  EXPECT_EQ(log2_of(1), 0U);
  EXPECT_EQ(log2_of(1024), 10U * 4096);
}

TEST(Cost, OfSymbolsIsTheirEntropy) {
  for (const unsigned most : {1U, 2U, 9U, 100U, 255U}) {
    const auto data = test::noise_up_to(static_cast<std::uint8_t>(most), 20'000);
    const double bits = 20'000 * std::log2(most + 1);
    EXPECT_NEAR(static_cast<double>(symbols_cost(counts_of(data).main)) / bit, bits, bits / 50)
        << most;
  }
}

TEST(Cost, OfASymbolIsABitAtLeast) {
  SymbolCounts counts;
  EXPECT_EQ(symbols_cost(counts.main), 0U);
  counts.main[7] = 1000;
  EXPECT_EQ(symbols_cost(counts.main), 1000U * bit);
  counts.main[8] = 1;  // codes of one bit for both
  EXPECT_EQ(symbols_cost(counts.main), 1001U * bit);
  counts.main[9] = 1;  // and of two bits for both rare ones
  EXPECT_EQ(symbols_cost(counts.main), 1004U * bit);
}

TEST(Cost, CountsExtraBits) {
  SymbolCounts counts;
  counts.main[first_length + 8] = 3;  // lengths 11 and 12: one bit
  counts.distances[29] = 2;           // 13 bits
  EXPECT_EQ(counts.extra_bits(), 3U + 26U);
  counts.add(counts);
  EXPECT_EQ(counts.extra_bits(), 2 * (3U + 26U));
}

TEST(Cost, OfALiteralFollowsItsFrequency) {
  SymbolCounts counts;
  counts.main[1] = 512;
  counts.main[2] = 256;
  counts.main[3] = 256;
  const LiteralCosts costs = literal_costs(counts);
  EXPECT_EQ(costs[1], 1 * bit);
  EXPECT_EQ(costs[2], 2 * bit);
  EXPECT_GT(costs[4], 10 * bit);
}

TEST(Cost, OfAMatchFollowsItsParts) {
  SymbolCounts counts;
  counts.main[first_length + length_code_of[100]] = 1000;
  counts.distances[distance_symbol_of(5000)] = 1000;
  const MatchCosts costs = match_costs(counts);
  EXPECT_LT(costs.of(100, 5000), costs.of(10, 5000));
  EXPECT_LT(costs.of(100, 5000), costs.of(100, 50));
  EXPECT_GT(costs.of(100, 5000), 11 * static_cast<int>(bit));  // the extra bits of the distance

  const MatchCosts typical = typical_match_costs();
  EXPECT_LT(typical.of(3, 1), typical.of(3, 32768));
  EXPECT_LT(typical.of(3, 1), typical.of(200, 1));
}

// source: RFC 1951, section 3.2.5, the tables
TEST(Format, TellsLengthsAndDistancesByRanges) {
  EXPECT_EQ(length_code_of[3], 0);
  EXPECT_EQ(length_code_of[257], 27);
  EXPECT_EQ(length_code_of[258], 28);
  for (std::uint32_t length = min_match; length <= max_match; ++length) {
    const auto [base, extra_bits] = length_ranges[length_code_of[length]];
    EXPECT_GE(length, base);
    EXPECT_LT(length - base, 1U << extra_bits);
  }
  EXPECT_EQ(distance_symbol_of(1), 0U);
  EXPECT_EQ(distance_symbol_of(24577), 29U);
  for (std::uint32_t distance = 1; distance <= max_distance; ++distance) {
    const auto [base, extra_bits] = distance_ranges[distance_symbol_of(distance)];
    ASSERT_GE(distance, base);
    ASSERT_LT(distance - base, 1U << extra_bits);
  }
}

}  // namespace
}  // namespace ncf::plugins::deflate
