// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/number_conversion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;

constexpr auto nan = std::numeric_limits<double>::quiet_NaN();

template <class Number>
model::Values values_of(TypeClass type, const std::vector<Number>& numbers) {
  model::Values values(model::atomic_type(type), numbers.size());
  if (!numbers.empty()) std::memcpy(values.data(), numbers.data(), values.size_bytes());
  return values;
}

/// Converts doubles, of which NaN and -9 are missing, to shorts. Returns the message if it fails.
std::string convert(const std::vector<double>& numbers, std::vector<std::int16_t>& converted,
                    std::optional<transcode::ErrorBound> bound = {}) {
  const NumberConversion conversion({values_of<double>(TypeClass::double_, {nan, -9}),
                                     values_of<std::int16_t>(TypeClass::short_, {-1, -2})},
                                    bound, "; advice");
  converted.resize(numbers.size());
  try {
    conversion({{3, 4}, {1, numbers.size()}}, std::as_bytes(std::span(numbers)),
               std::as_writable_bytes(std::span(converted)));
  } catch (const Error& error) {
    return error.message();
  }
  return "";
}

TEST(NumberConversion, ConvertsEqualNumbersAndMarkers) {
  std::vector<std::int16_t> converted;
  EXPECT_EQ(convert({1, nan, -9, 32767}, converted), "");
  EXPECT_EQ(converted, (std::vector<std::int16_t>{1, -1, -2, 32767}));
}

TEST(NumberConversion, NamesNumbersWithoutCounterpart) {
  std::vector<std::int16_t> converted;
  EXPECT_EQ(convert({1, 0.5}, converted), "value 0.5 at (3,5) is equal to no short; advice");
  EXPECT_EQ(convert({32768}, converted), "value 32768 at (3,4) is equal to no short; advice");
  EXPECT_EQ(convert({-1}, converted),
            "value -1 at (3,4) would become -1, which marks missing data");
}

TEST(NumberConversion, RoundsWithinABound) {
  using transcode::ErrorBound;
  std::vector<std::int16_t> converted;
  const ErrorBound absolute{ErrorBound::Kind::absolute, 0.25};
  EXPECT_EQ(convert({1.25, 2.75}, converted, absolute), "");
  EXPECT_EQ(converted, (std::vector<std::int16_t>{1, 3}));
  EXPECT_EQ(convert({1.5}, converted, absolute),
            "value 1.5 at (3,4) is not within 0.25 of any short; advice");
  EXPECT_EQ(convert({HUGE_VAL}, converted, absolute),
            "value inf at (3,4) is not within 0.25 of any short; advice");
  EXPECT_EQ(convert({-1.125}, converted, absolute),
            "value -1.125 at (3,4) would become -1, which marks missing data");
  const ErrorBound relative{ErrorBound::Kind::relative, 0.01};
  EXPECT_EQ(convert({1000.25}, converted, relative), "");
  EXPECT_EQ(convert({1.25}, converted, relative),
            "value 1.25 at (3,4) is not within 0.01 of itself of any short; advice");
}

TEST(NumberConversion, KeepsInfinitiesAndNaNOfFloats) {
  const NumberConversion conversion(
      {model::Values(model::atomic_type(TypeClass::double_)),
       model::Values(model::atomic_type(TypeClass::float_))},
      transcode::ErrorBound{transcode::ErrorBound::Kind::relative, 1e-6}, "");
  const std::vector<double> numbers{HUGE_VAL, nan, 0.1, -0.0};
  std::vector<float> converted(numbers.size());
  conversion({{0}, {4}}, std::as_bytes(std::span(numbers)),
             std::as_writable_bytes(std::span(converted)));
  EXPECT_TRUE(std::isinf(converted[0]));
  EXPECT_TRUE(std::isnan(converted[1]));
  EXPECT_EQ(converted[2], 0.1F);
  EXPECT_TRUE(std::signbit(converted[3]));
  const std::vector<double> large{1e300};
  EXPECT_THROW(conversion({{0}, {1}}, std::as_bytes(std::span(large)),
                          std::as_writable_bytes(std::span(converted).first(1))),
               Error);
}

}  // namespace
}  // namespace ncf::ops
