// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compared with the quantizer: every number of bits is tried on every value.
#include "transcode/rounding/error_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "model/schema/schema.hpp"
#include "support/errors.hpp"
#include "transcode/rounding/quantizer.hpp"
#include "unit/transcode/float_type.hpp"

namespace ncf::transcode {
namespace {

using Kind = ErrorBound::Kind;
using Mode = model::Quantization::Mode;
constexpr double marker = -1.25;

model::Box box_of(std::size_t count) { return {{0}, {count}}; }

template <class Float>
void round(std::vector<Float>& values, int bits, std::optional<ErrorBound> bound = {}) {
  Quantizer({Mode::bit_round, bits}, type_of<Float>(), {marker}, bound)
      .apply(std::as_writable_bytes(std::span(values)), box_of(values.size()),
             std::vector<std::size_t>{values.size()});
}

template <class Float>
bool is_enough(int bits, const std::vector<Float>& values, const ErrorBound& bound) {
  std::vector<Float> rounded = values;
  round(rounded, bits);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const long double error = std::abs(static_cast<long double>(rounded[i]) - values[i]);
    const long double size = bound.kind == Kind::relative ? std::abs(values[i]) : 1;
    if (error > bound.limit * size) return false;
  }
  return true;
}

template <class Float>
NeededBits find(const std::vector<Float>& values, const ErrorBound& bound) {
  return BitSearch(bound, type_of<Float>(), {marker})
      .find(box_of(values.size()), std::as_bytes(std::span(values)));
}

template <class Float>
void expect_fewest(const std::vector<Float>& values, const ErrorBound& bound) {
  int fewest = 1;
  while (!is_enough(fewest, values, bound)) ++fewest;
  EXPECT_EQ(find(values, bound).fewest(), fewest)
      << describe(bound) << ", first value " << values.front();
  std::vector<Float> rounded = values;
  EXPECT_NO_THROW(round(rounded, fewest, bound));
}

template <class Float>
std::vector<Float> random_values(std::mt19937_64& random, std::size_t count) {
  std::vector<Float> values(count);
  for (Float& value : values) {
    const double size = std::ldexp(1.0 + double(random() % 1000003) / 1000003, int(random() % 30));
    value = static_cast<Float>(random() % 2 == 0 ? size : -size);
  }
  return values;
}

template <class Float>
void compare_with_all_numbers_of_bits() {
  std::mt19937_64 random(5);
  for (int round = 0; round < 30; ++round) {
    const auto values = random_values<Float>(random, 1 + random() % 40);
    for (const double limit : {1e-6, 1e-3, 0.01, 0.3, 1.0, 1e7}) {
      expect_fewest(values, {Kind::absolute, limit});
      if (limit < 1) expect_fewest(values, {Kind::relative, limit});
    }
  }
}

TEST(NeededBits, OfFloatsAreTheFewest) { compare_with_all_numbers_of_bits<float>(); }
TEST(NeededBits, OfDoublesAreTheFewest) { compare_with_all_numbers_of_bits<double>(); }

template <class Float>
void try_special_values() {
  using Limits = std::numeric_limits<Float>;
  const std::vector<Float> special{0,
                                   -Float{0},
                                   Limits::infinity(),
                                   -Limits::infinity(),
                                   Limits::quiet_NaN(),
                                   static_cast<Float>(marker)};
  EXPECT_EQ(find(special, {Kind::absolute, 1e-300}).fewest(), 1);
  EXPECT_EQ(find(special, {Kind::relative, 1e-300}).fewest(), 1);
  // The smallest values have no significand to round: the relative error is 0 or 1.
  const std::vector<Float> small{Limits::denorm_min() * 5, Limits::min() * Float(1.375)};
  expect_fewest(small, {Kind::relative, 0.01});
  // A quarter of three times the smallest value is rounded up to it.
  const std::vector<Float> tiny{Limits::denorm_min() * 6, Limits::denorm_min() * 12};
  expect_fewest(tiny, {Kind::relative, 0.25});
  expect_fewest(small, {Kind::absolute, 1e-10});
  EXPECT_EQ(find(small, {Kind::absolute, 1e-10}).fewest(), 1);
  // These stay as long as they would become infinite.
  const std::vector<Float> large{Limits::max(), Limits::max() * Float(0.96), 3};
  for (const double part : {0.3, 0.03, 0.01, 0.0001, 1e-9}) {
    expect_fewest(large, {Kind::relative, part});
    expect_fewest(large, {Kind::absolute, part * static_cast<double>(Limits::max())});
  }
  EXPECT_EQ(find(std::vector<Float>{Limits::max()}, {Kind::absolute, 1e-9}).fewest(), 1);
}

TEST(NeededBits, OfSpecialFloats) { try_special_values<float>(); }
TEST(NeededBits, OfSpecialDoubles) { try_special_values<double>(); }

// -1.26 would become -1.25, which means that it is missing; with 4 bits it becomes -1.25 again, and
// with 5 bits -1.25 or what is nearest.
TEST(NeededBits, ValuesNearAMissingOneStayPresent) {
  const std::vector<float> values{-1.26F, -1.24F, -1.3F, -1.5F};
  for (const double limit : {0.3, 0.1, 0.05, 0.02, 0.011, 0.005}) {
    const ErrorBound bound{Kind::absolute, limit};
    expect_fewest(values, bound);
    std::vector<float> rounded = values;
    round(rounded, find(values, bound).fewest());
    for (const float value : rounded) EXPECT_NE(value, marker) << limit;
  }
}

TEST(NeededBits, NameTheFirstValueThatNeedsThem) {
  const std::vector<float> values{1, 300.1F, 0.5F, 300.1F};
  NeededBits needed = find(values, {Kind::absolute, 0.05});
  ASSERT_NE(needed.decisive(), nullptr);
  EXPECT_EQ(needed.decisive()->value, "300.1");
  EXPECT_EQ(needed.decisive()->place, std::vector<std::size_t>{1});
  needed.merge(find(std::vector<float>{1000.6F}, {Kind::absolute, 0.05}));
  EXPECT_EQ(needed.decisive()->value, "1000.6");
  EXPECT_EQ(find(std::vector<float>{1, 2}, {Kind::absolute, 0.05}).decisive(), nullptr);
}

TEST(NeededBits, AreProvedWhileRounding) {
  std::vector<float> values{1, 300.1F};
  const auto message = test::reason_of([&] { round(values, 4, ErrorBound{Kind::absolute, 0.05}); });
  EXPECT_EQ(message,
            "bitround 4 would change 300.1 at (1) to 304, but it may change by at most 0.05");
  const auto relative = test::reason_of([&] {
    round(values, 4, ErrorBound{Kind::relative, 0.001});
  });
  EXPECT_EQ(relative,
            "bitround 4 would change 300.1 at (1) to 304, but it may change by at most 0.001 "
            "of itself");
}

TEST(NeededBits, PaddingOfChunksIsNotHeldToTheBound) {
  std::vector<float> chunk{1, 2, 300.1F, 300.1F};
  const Quantizer quantizer({Mode::bit_round, 4}, type_of<float>(), {marker},
                            ErrorBound{Kind::absolute, 0.05});
  EXPECT_NO_THROW(quantizer.apply(std::as_writable_bytes(std::span(chunk)), box_of(4),
                                  std::vector<std::size_t>{2}));
}

}  // namespace
}  // namespace ncf::transcode
