// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Bit pairs against a count bit by bit, and their information against the definition.
#include "transcode/rounding/bit_information.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "model/grid/box.hpp"
#include "transcode/rounding/bit_rounding.hpp"
#include "unit/transcode/float_type.hpp"

namespace ncf::transcode {
namespace {

constexpr double missing = -999;

void expect_equal(const BitPairCounts& a, const BitPairCounts& b) {
  EXPECT_EQ(a.pairs, b.pairs);
  EXPECT_EQ(a.in_first, b.in_first);
  EXPECT_EQ(a.in_second, b.in_second);
  EXPECT_EQ(a.in_both, b.in_both);
}

template <class Float>
std::vector<BitPairCounts> count(const std::vector<std::size_t>& shape,
                                 const std::vector<Float>& values) {
  return BitPairCounter(type_of<Float>(), {missing})
      .count({std::vector<std::size_t>(shape.size()), shape}, std::as_bytes(std::span(values)));
}

/// Bit `bit` from the sign on, with the exponent as sign and magnitude.
template <class Float>
bool has_bit(Float value, std::size_t bit) {
  constexpr int exponent_bits = sizeof(Float) == 4 ? 8 : 11;
  int exponent = 0;
  std::frexp(value, &exponent);
  exponent = std::max(exponent - 1, -std::numeric_limits<Float>::max_exponent + 1);
  if (!std::isnormal(value)) exponent = -std::numeric_limits<Float>::max_exponent + 1;
  if (bit == 1) return exponent < 0;
  if (bit > 1 && bit <= exponent_bits) {
    return (static_cast<unsigned>(std::abs(exponent)) >> (exponent_bits - bit) & 1U) != 0;
  }
  return (bits_of(value) >> (8 * sizeof(Float) - 1 - bit) & 1U) != 0;
}

/// Which values count: those that are finite, not missing, and in no run of eight equal ones.
template <class Float>
std::vector<bool> counting_values(const std::vector<std::size_t>& shape,
                                  const std::vector<Float>& values) {
  std::size_t row_length = 1;
  for (const std::size_t length : shape) row_length = length > 1 ? length : row_length;
  std::vector<bool> counting(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t row = i - i % row_length;
    const auto is_equal = [&](std::size_t at) { return bits_of(values[at]) == bits_of(values[i]); };
    std::size_t run = 1;
    for (std::size_t at = i; at > row && is_equal(at - 1); --at) ++run;
    for (std::size_t at = i + 1; at < row + row_length && is_equal(at); ++at) ++run;
    counting[i] = std::isfinite(values[i]) && values[i] != Float{missing} && run < 8;
  }
  return counting;
}

template <class Float>
void compare_bit_by_bit(const std::vector<std::size_t>& shape, const std::vector<Float>& values) {
  const std::vector<bool> counting = counting_values(shape, values);
  const auto counted = count(shape, values);
  ASSERT_EQ(counted.size(), shape.size());
  std::size_t distance = values.size();
  for (std::size_t dimension = 0; dimension < shape.size(); ++dimension) {
    const std::size_t block = distance;
    distance /= shape[dimension];
    for (std::size_t bit = 0; bit < 8 * sizeof(Float); ++bit) {
      std::array<std::uint64_t, 4> sums{};
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % block >= block - distance || !counting[i] || !counting[i + distance]) continue;
        const bool in_first = has_bit(values[i], bit);
        const bool in_second = has_bit(values[i + distance], bit);
        ++sums[0];
        sums[1] += in_first ? 1U : 0U;
        sums[2] += in_second ? 1U : 0U;
        sums[3] += in_first && in_second ? 1U : 0U;
      }
      const BitPairCounts& found = counted[dimension];
      ASSERT_EQ(
          (std::array{found.pairs, found.in_first[bit], found.in_second[bit], found.in_both[bit]}),
          sums)
          << testing::PrintToString(shape) << ", dimension " << dimension << ", bit " << bit;
    }
  }
}

std::size_t values_in(const std::vector<std::size_t>& shape) { return model::value_count(shape); }

template <class Float>
std::vector<Float> values_with_gaps(std::size_t count) {
  std::mt19937_64 random(3);
  std::vector<Float> values(count);
  double walk = 1;
  for (Float& value : values) {
    walk *= 0.7 + double(random() % 1000) / 1600;
    walk = std::min(std::max(walk, 1e-6), 1e6);
    value = static_cast<Float>(random() % 5 == 0 ? -walk : walk);
    if (random() % 17 == 0) value = static_cast<Float>(missing);
    if (random() % 19 == 0) value = std::numeric_limits<Float>::quiet_NaN();
    if (random() % 97 == 0) value = std::numeric_limits<Float>::infinity();
    if (random() % 101 == 0) value = std::numeric_limits<Float>::denorm_min();
  }
  return values;
}

/// Numbers of a few bits, of which `missing_percent` are missing, with many equal neighbours.
template <class Float>
std::vector<Float> coarse_values(std::size_t count, unsigned missing_percent, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Float> values(count);
  Float value = 1;
  for (Float& next : values) {
    if (random() % 6 == 0) value = static_cast<Float>(random() % 64) / 16 - 2;
    next = random() % 100 < missing_percent ? static_cast<Float>(missing) : value;
  }
  return values;
}

const std::vector<std::vector<std::size_t>> shapes = {
    {1},
    {2},
    {63},
    {64},
    {65},
    {129},
    {8193},
    {5, 63},
    {5, 64},
    {5, 65},
    {64, 3},
    {63, 2},
    {700, 1},
    {1, 700},
    {1, 1, 1},
    {2, 2, 2, 2},
    {2, 2, 2, 2, 2},
    {9, 1, 8},
    {2, 3, 1, 7},
    {3, 5, 7, 11},
    {2, 3, 4, 5, 6},
    {3, 1, 66, 62},
    {40, 1, 1, 33},
    {130, 70},
};

/// Boxes with more than one part, and some with more than one strip.
const std::vector<std::vector<std::size_t>> large_shapes = {
    {9, 3000},
    {10, 2, 2, 700},
    {2, 2, 33'000},
    {2, 3, 90, 250},
};

TEST(BitPairs, AreThoseCountedBitByBit) {
  compare_bit_by_bit<float>({5000}, values_with_gaps<float>(5000));
  compare_bit_by_bit<float>({7, 11, 13}, values_with_gaps<float>(1001));
  compare_bit_by_bit<float>({3, 1, 2, 701}, values_with_gaps<float>(4206));
  compare_bit_by_bit<double>({2100}, values_with_gaps<double>(2100));
  compare_bit_by_bit<double>({2, 5, 97}, values_with_gaps<double>(970));
}

TEST(BitPairs, OfAllShapesAndMasks) {
  unsigned seed = 0;
  for (const auto& shape : shapes) {
    for (const unsigned missing_percent : {0U, 3U, 50U, 97U, 100U}) {
      const std::size_t count = values_in(shape);
      compare_bit_by_bit(shape, coarse_values<float>(count, missing_percent, ++seed));
      compare_bit_by_bit(shape, coarse_values<double>(count, missing_percent, ++seed));
    }
  }
}

TEST(BitPairs, OfLargeBoxes) {
  unsigned seed = 0;
  for (const auto& shape : large_shapes) {
    const std::size_t count = values_in(shape);
    compare_bit_by_bit(shape, coarse_values<float>(count, 0, ++seed));
    compare_bit_by_bit(shape, coarse_values<double>(count, 10, ++seed));
  }
}

TEST(BitPairs, OfBoxesWithMissingFaces) {
  const std::vector<std::size_t> shape = {4, 9, 67};
  std::size_t distance = values_in(shape);
  for (const std::size_t length : shape) {
    const std::size_t block = distance;
    distance /= length;
    for (const std::size_t face : {std::size_t{0}, length - 1, length / 2}) {
      auto values = values_with_gaps<float>(values_in(shape));
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % block / distance == face) values[i] = static_cast<float>(missing);
      }
      compare_bit_by_bit(shape, values);
    }
  }
}

// What one box leaves in memory must not change the next.
TEST(BitPairs, DoNotDependOnEarlierBoxes) {
  BitPairCounter counter(type_of<float>(), {missing});
  const auto large = values_with_gaps<float>(3000);
  const auto small = coarse_values<float>(700, 10, 1);
  const auto bytes = [](const auto& values) { return std::as_bytes(std::span(values)); };
  (void)counter.count({{0, 0}, {30, 100}}, bytes(large));
  const auto again = counter.count({{0, 0}, {7, 100}}, bytes(small));
  const auto alone = count<float>({7, 100}, small);
  for (std::size_t i = 0; i < again.size(); ++i) {
    expect_equal(again[i], alone[i]);
  }
}

TEST(BitPairs, WithAnyNumberOfMissingValues) {
  auto values = values_with_gaps<float>(1000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == static_cast<float>(missing)) values[i] = static_cast<float>(i % 4);
  }
  const auto pairs = [&](const std::vector<double>& marks) {
    return BitPairCounter(type_of<float>(), marks)
        .count({{0}, {values.size()}}, std::as_bytes(std::span(values)))[0]
        .pairs;
  };
  const auto expected = [&](const std::vector<double>& marks) {
    const auto counts = [&](float value) {
      return std::isfinite(value) && std::find(marks.begin(), marks.end(), value) == marks.end();
    };
    std::uint64_t found = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
      found += counts(values[i - 1]) && counts(values[i]) ? 1U : 0U;
    }
    return found;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& marks : std::vector<std::vector<double>>{
           {}, {nan}, {0}, {0, 1}, {0, 1, 2}, {0, 1, 2, 3}, {3, nan}}) {
    EXPECT_EQ(pairs(marks), expected(marks));
  }
}

// More blocks than the digits of the counter can hold.
TEST(BitPairs, OfManyValues) {
  std::vector<float> values(1'200'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1009);
  const auto counts = count({values.size()}, values);
  EXPECT_EQ(counts[0].pairs, values.size() - 1);
  // The lowest bit of the exponent's magnitude is 1 for 1 and 127, that is for 2, 3 and for 0.
  std::uint64_t ones = 0;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) ones += has_bit(values[i], 8) ? 1U : 0U;
  EXPECT_EQ(counts[0].in_first[8], ones);
}

TEST(BitPairs, OfConstantRegionsAreLeftOut) {
  std::vector<float> values(100);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) + 0.1F;
  std::fill_n(values.begin() + 20, 8, 5.0F);  // a run of eight in the first row of 50
  std::fill_n(values.begin() + 46, 7, 6.0F);  // four in the first row, three in the second
  std::fill_n(values.begin() + 60, 7, 7.0F);  // too short
  const auto counts = count({2, 50}, values);
  EXPECT_EQ(counts[1].pairs, 2U * 49 - 9);
  EXPECT_EQ(counts[0].pairs, 50U - 8);
}

TEST(BitInformation, IsThatOfNeighbours) {
  BitPairCounts counts{1000, {500, 500, 500, 1000}, {500, 500, 500, 1000}, {500, 0, 250, 1000}};
  EXPECT_EQ(information_of(counts, 4), (std::vector<double>{1, 1, 0, 0}));
  // As published for arrays of which every second element is equal.
  counts = {1000, {500}, {500}, {375}};
  EXPECT_NEAR(information_of(counts, 1)[0], 0.18872, 1e-5);
  counts = {1000, {500}, {500}, {438}};
  EXPECT_NEAR(information_of(counts, 1)[0], 0.4592, 1e-4);
}

// 2.576 standard deviations of tossing one coin, 3.781 of any of 64 coins.
TEST(BitInformation, IsNoneIfACoinCouldShowIt) {
  const auto information = [](std::uint64_t in_both, std::size_t tested_bits) {
    return information_of({10'000'000, {5'000'000}, {5'000'000}, {in_both}}, tested_bits)[0];
  };
  EXPECT_EQ(information(2'502'030, 1), 0);
  EXPECT_GT(information(2'502'040, 1), 0);
  EXPECT_EQ(information(2'502'985, 64), 0);
  EXPECT_GT(information(2'502'995, 64), 0);
}

TEST(BitInformation, IsNoneInMostNoise) {
  int fields_with_information = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<double> values(4000);
    for (double& value : values) value = std::ldexp(static_cast<double>(random()), -64);
    const auto counts = count({50, 80}, values);
    const bool is_any = std::ranges::any_of(counts, [](const BitPairCounts& along) {
      return bits_for_share(information_of(along, 2 * 64), 0.99, type_of<double>()).has_value();
    });
    if (is_any) ++fields_with_information;
  }
  EXPECT_LE(fields_with_information, 4);
}

TEST(BitInformation, IsNoneWhereNothingVaries) {
  EXPECT_EQ(information_of({1000, {500}, {500}, {500}}, 1), std::vector<double>{0});
  EXPECT_EQ(information_of({0, {0}, {0}, {0}}, 1), std::vector<double>{0});
}

std::vector<double> information_at(const std::vector<std::pair<std::size_t, double>>& bits) {
  std::vector<double> information(32);
  for (const auto& [bit, value] : bits) information[bit] = value;
  return information;
}

TEST(BitsForShare, CountSignAndExponent) {
  const auto information = information_at({{8, 0.9}, {9, 0.9}, {10, 0.15}, {11, 0.04}, {12, 0.01}});
  EXPECT_EQ(bits_for_share(information, 0.4, type_of<float>()), 1);
  EXPECT_EQ(bits_for_share(information, 0.5, type_of<float>()), 2 - 1);
  EXPECT_EQ(bits_for_share(information, 0.95, type_of<float>()), 2);
  EXPECT_EQ(bits_for_share(information, 0.99, type_of<float>()), 3);
  EXPECT_EQ(bits_for_share(information, 1, type_of<float>()), 4);
  EXPECT_EQ(bits_for_share(information_at({}), 0.99, type_of<float>()), std::nullopt);
}

TEST(BitsForShare, DoNotKeepWhatTheLowestBitsHaveToo) {
  auto information = information_at({{8, 0.9}, {12, 0.5}, {20, 0.05}, {31, 0.04}});
  EXPECT_EQ(bits_for_share(information, 0.99, type_of<float>()), 4);
  information[31] = 0.03;
  EXPECT_EQ(bits_for_share(information, 0.99, type_of<float>()), 12);
}

// source: xbitinfo, tests/test_get_keepbits.py, without its filter of artificial information
TEST(BitsForShare, AreThoseOfXbitinfo) {
  const std::vector<double> relative_humidity = {0,
                                                 0,
                                                 0,
                                                 0,
                                                 0,
                                                 0,
                                                 1.11799129e-01,
                                                 8.19114977e-01,
                                                 4.41578500e-01,
                                                 3.25470303e-01,
                                                 4.35195738e-01,
                                                 2.81462993e-01,
                                                 2.10719742e-01,
                                                 1.46638224e-01,
                                                 9.24534031e-02,
                                                 4.41090879e-02,
                                                 1.13842504e-02,
                                                 8.20088050e-04,
                                                 2.62239097e-06,
                                                 7.11284508e-07,
                                                 1.18183485e-06,
                                                 9.49338973e-09,
                                                 1.80859255e-07,
                                                 7.72662891e-07,
                                                 1.37865391e-05,
                                                 2.11117224e-06,
                                                 2.01353088e-07,
                                                 3.20755770e-02,
                                                 6.06721012e-03,
                                                 2.25987148e-04,
                                                 1.71530452e-06,
                                                 5.13067595e-03};
  EXPECT_EQ(bits_for_share(relative_humidity, 0.99, type_of<float>()), 19);
}

// source: BitInformation.jl, docs/src/bitinformation.md, binom_free_entropy(10_000_000, 0.99)
TEST(BitInformation, IsSignificantFromThePublishedBoundOn) {
  constexpr std::uint64_t pairs = 10'000'000;
  constexpr double published = 4.786066739592698e-7;
  const auto all = [](std::uint64_t in_both) {
    return information_of({pairs, {pairs / 2}, {pairs / 2}, {in_both}}, 1)[0];
  };
  std::uint64_t in_both = pairs / 4;
  while (all(in_both) == 0) ++in_both;
  EXPECT_NEAR(all(in_both), published, 1e-9);
}

}  // namespace
}  // namespace ncf::transcode
