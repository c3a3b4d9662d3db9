// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compared with straightforward sums in long double.
#include "ops/compare/tile_comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "model/values/numbers.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;
using model::Values;

template <class Number>
Values values_of(TypeClass type, const std::vector<Number>& numbers) {
  Values values(model::atomic_type(type), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    model::store(values.data() + i * sizeof(Number), numbers[i]);
  }
  return values;
}

/// Compares the values. The markers are the missing values of both.
NumberTally compare(const Values& first, const Values& second, const Values& first_markers,
                    const Values& second_markers, const ErrorLimit& limit = {}) {
  return make_number_comparison(first_markers, second_markers, limit)(first.data(), second.data(),
                                                                      first.count(), nullptr);
}

NumberTally compare(const Values& first, const Values& second, const ErrorLimit& limit = {}) {
  return compare(first, second, Values(first.type()), Values(second.type()), limit);
}

struct Expected {
  std::size_t count = 0;
  std::size_t differing = 0;
  long double bias = 0;
  long double rmse = 0;
  long double correlation = 0;
  double largest_error = 0;
  std::size_t largest_at = 0;
  double largest_relative = 0;
};

template <class Number>
Expected directly(const std::vector<Number>& first, const std::vector<Number>& second,
                  Number missing) {
  Expected expected;
  long double sums[5] = {};
  for (std::size_t i = 0; i < first.size(); ++i) {
    const long double x = first[i];
    const long double y = second[i];
    if (first[i] == missing || !std::isfinite(x)) continue;
    const auto error = static_cast<double>(std::abs(y - x));
    ++expected.count;
    expected.differing += x != y ? 1U : 0U;
    expected.bias += y - x;
    expected.rmse += (y - x) * (y - x);
    if (error > expected.largest_error) expected.largest_error = error, expected.largest_at = i;
    if (x != 0) {
      expected.largest_relative =
          std::max(expected.largest_relative, static_cast<double>(error / std::abs(x)));
    }
    sums[0] += x, sums[1] += y, sums[2] += x * x, sums[3] += y * y, sums[4] += x * y;
  }
  const auto n = static_cast<long double>(expected.count);
  expected.bias /= n;
  expected.rmse = std::sqrt(expected.rmse / n);
  expected.correlation =
      (sums[4] - sums[0] * sums[1] / n) /
      std::sqrt((sums[2] - sums[0] * sums[0] / n) * (sums[3] - sums[1] * sums[1] / n));
  return expected;
}

template <class Number>
void expect_as_directly(TypeClass type, const std::vector<Number>& first,
                        const std::vector<Number>& second, Number missing) {
  const Values marker = values_of<Number>(type, {missing});
  const NumberTally tally =
      compare(values_of(type, first), values_of(type, second), marker, marker);
  const Expected expected = directly(first, second, missing);
  const NumberTotals& totals = tally.totals;
  EXPECT_EQ(totals.moments.count, expected.count);
  EXPECT_EQ(totals.differing, expected.differing);
  EXPECT_NEAR(totals.bias().value(), static_cast<double>(expected.bias), 1e-12);
  EXPECT_NEAR(totals.rmse().value(), static_cast<double>(expected.rmse), 1e-12);
  EXPECT_NEAR(totals.moments.correlation().value(), static_cast<double>(expected.correlation),
              1e-10);
  EXPECT_EQ(tally.largest_error.value, expected.largest_error);
  EXPECT_EQ(tally.largest_error.index, expected.largest_at);
  EXPECT_NEAR(tally.largest_relative_error.value, expected.largest_relative, 1e-15);
}

template <class Number>
void test_random(TypeClass type) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(1, 100);
  std::uniform_real_distribution<double> change(-1, 3);
  std::vector<Number> first(5000);
  std::vector<Number> second(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] = static_cast<Number>(number(random));
    second[i] = static_cast<Number>(static_cast<double>(first[i]) + change(random));
    if (i % 7 == 0) second[i] = first[i];
    // Some blocks have no missing values, others have some.
    if (i > 2500 && i % 11 == 0) first[i] = second[i] = Number{120};
  }
  expect_as_directly<Number>(type, first, second, Number{120});
}

TEST(NumberComparison, GivesDirectSumsForEveryType) {
  test_random<std::int8_t>(TypeClass::byte_);
  test_random<std::uint8_t>(TypeClass::ubyte);
  test_random<std::int16_t>(TypeClass::short_);
  test_random<std::uint16_t>(TypeClass::ushort);
  test_random<std::int32_t>(TypeClass::int_);
  test_random<std::uint32_t>(TypeClass::uint);
  test_random<std::int64_t>(TypeClass::int64);
  test_random<std::uint64_t>(TypeClass::uint64);
  test_random<float>(TypeClass::float_);
  test_random<double>(TypeClass::double_);
}

TEST(NumberComparison, TellsTheLastDigitsOfLargeIntegers) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  const NumberTally tally = compare(values_of<std::uint64_t>(TypeClass::uint64, {most, 5}),
                                    values_of<std::uint64_t>(TypeClass::uint64, {most - 1, 5}));
  EXPECT_EQ(tally.totals.differing, 1U);
  EXPECT_EQ(tally.largest_error.value, 1);
  EXPECT_EQ(tally.first_difference, 0U);
}

TEST(NumberComparison, ComparesNumbersOfDifferentTypesByValue) {
  constexpr std::int64_t large = (std::int64_t{1} << 53) + 1;  // no double
  const NumberTally tally =
      compare(values_of<std::int64_t>(TypeClass::int64, {large, 3, 4}),
              values_of<double>(TypeClass::double_, {static_cast<double>(large), 3, 4.5}));
  EXPECT_EQ(tally.totals.differing, 2U);
  EXPECT_EQ(tally.largest_error.value, 1);
  EXPECT_EQ(tally.totals.moments.count, 3U);
}

TEST(NumberComparison, KeepsNanAndInfinitiesOutOfTheSums) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float inf = std::numeric_limits<float>::infinity();
  const NumberTally tally =
      compare(values_of<float>(TypeClass::float_, {1, nan, nan, inf, inf, 2, 3}),
              values_of<float>(TypeClass::float_, {2, nan, 5, inf, -inf, nan, 3}));
  EXPECT_EQ(tally.totals.differing, 4U);
  EXPECT_EQ(tally.totals.exceeding, 4U);
  EXPECT_EQ(tally.totals.moments.count, 2U);
  EXPECT_EQ(tally.totals.bias(), 0.5);
  EXPECT_EQ(tally.totals.missing_in_first, 2U);
  EXPECT_EQ(tally.totals.missing_in_second, 2U);
  EXPECT_EQ(tally.totals.became_present, 1U);
  EXPECT_EQ(tally.totals.became_missing, 1U);
  EXPECT_EQ(tally.totals.infinities_changed, 1U);
  EXPECT_EQ(tally.first_missing_change, 2U);
  EXPECT_EQ(tally.first_difference, 0U);
}

TEST(NumberComparison, MatchesMissingValuesByTheirMarkers) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const NumberTally tally =
      compare(values_of<double>(TypeClass::double_, {-9, -1, -9, 1, nan, 0}),
              values_of<double>(TypeClass::double_, {nan, -1, -1, -9, nan, 0}),
              values_of<double>(TypeClass::double_, {-9, -1}),
              values_of<double>(TypeClass::double_, {nan, -1}));
  // The fill values -9 and NaN correspond; -9 is an ordinary number in the second.
  EXPECT_EQ(tally.totals.missing_in_first, 4U);
  EXPECT_EQ(tally.totals.missing_in_second, 4U);
  EXPECT_EQ(tally.totals.marked_otherwise, 2U);
  EXPECT_EQ(tally.first_missing_change, 2U);
  EXPECT_EQ(tally.totals.differing, 3U);
  EXPECT_EQ(tally.largest_error.value, 10);
  EXPECT_EQ(tally.largest_error.index, 3U);
}

TEST(NumberComparison, HoldsDifferencesToTheLimit) {
  const Values first = values_of<double>(TypeClass::double_, {1, 10, 0, -100});
  const Values second = values_of<double>(TypeClass::double_, {1.5, 10.5, 0.5, -101});
  EXPECT_EQ(compare(first, second).totals.exceeding, 4U);
  EXPECT_EQ(compare(first, second, {.absolute = 0.5}).totals.exceeding, 1U);
  EXPECT_EQ(compare(first, second, {.relative = 0.05}).totals.exceeding, 2U);
  const NumberTally tally = compare(first, second);
  EXPECT_EQ(tally.totals.zeros_changed, 1U);
  EXPECT_EQ(tally.largest_relative_error.value, 0.5);
  EXPECT_EQ(tally.largest_relative_error.index, 0U);
}

}  // namespace
}  // namespace ncf::ops
