// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/values/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace ncf::model {
namespace {

template <typename Number>
Values one(TypeClass type_class, Number number) {
  Values values(atomic_type(type_class), 1);
  std::memcpy(values.data(), &number, sizeof number);
  return values;
}

template <typename Number>
Number first(const Values& values) {
  Number number{};
  std::memcpy(&number, values.data(), sizeof number);
  return number;
}

TEST(ConvertExactly, KeepsNumbersThatBothTypesHave) {
  const auto converted =
      convert_exactly(one(TypeClass::double_, -999.0), atomic_type(TypeClass::short_));
  ASSERT_TRUE(converted);
  EXPECT_EQ(first<std::int16_t>(*converted), -999);
  EXPECT_EQ(converted->type(), atomic_type(TypeClass::short_));
}

TEST(ConvertExactly, RefusesWhatTheTargetHasNot) {
  const auto refuses = [](const Values& values, TypeClass to) {
    return !convert_exactly(values, atomic_type(to)).has_value();
  };
  EXPECT_TRUE(refuses(one(TypeClass::double_, 0.5), TypeClass::int_));
  EXPECT_TRUE(refuses(one(TypeClass::double_, std::nan("")), TypeClass::short_));
  EXPECT_TRUE(refuses(one(TypeClass::double_, 1e300), TypeClass::float_));
  EXPECT_TRUE(refuses(one(TypeClass::double_, 0.1), TypeClass::float_));
  EXPECT_TRUE(refuses(one(TypeClass::int_, std::int32_t{-1}), TypeClass::ubyte));
  EXPECT_TRUE(refuses(one(TypeClass::int_, std::int32_t{16777217}), TypeClass::float_));
  EXPECT_TRUE(refuses(one(TypeClass::double_, 9223372036854775808.0), TypeClass::int64));
  EXPECT_TRUE(refuses(one(TypeClass::uint64, std::numeric_limits<std::uint64_t>::max()),
                      TypeClass::double_));
  EXPECT_TRUE(refuses(one(TypeClass::char_, 'a'), TypeClass::int_));
}

TEST(ConvertExactly, KeepsTheEndsOfTheRanges) {
  const auto lowest = convert_exactly(one(TypeClass::double_, -9223372036854775808.0),
                                      atomic_type(TypeClass::int64));
  ASSERT_TRUE(lowest);
  EXPECT_EQ(first<std::int64_t>(*lowest), std::numeric_limits<std::int64_t>::min());
  const auto nan =
      convert_exactly(one(TypeClass::double_, std::nan("")), atomic_type(TypeClass::float_));
  ASSERT_TRUE(nan);
  EXPECT_TRUE(std::isnan(first<float>(*nan)));
  const auto infinity =
      convert_exactly(one(TypeClass::float_, -std::numeric_limits<float>::infinity()),
                      atomic_type(TypeClass::double_));
  ASSERT_TRUE(infinity);
  EXPECT_TRUE(std::isinf(first<double>(*infinity)));
}

TEST(ConvertToNearest, RoundsOnlyToFloatingPointNumbers) {
  const auto to_float = [](const Values& values) {
    return convert_to_nearest(values, atomic_type(TypeClass::float_));
  };
  EXPECT_EQ(first<float>(*to_float(one(TypeClass::double_, -999.9))), -999.9F);
  EXPECT_EQ(first<float>(*to_float(one(TypeClass::int_, std::int32_t{16777217}))), 16777216.0F);
  EXPECT_FALSE(to_float(one(TypeClass::double_, 1e300)));
  EXPECT_FALSE(to_float(one(TypeClass::char_, 'a')));
  EXPECT_FALSE(convert_to_nearest(one(TypeClass::double_, 0.5), atomic_type(TypeClass::int_)));
}

TEST(ToDoubles, TakesNumbersOnly) {
  EXPECT_EQ(to_doubles(one(TypeClass::int64, std::numeric_limits<std::int64_t>::max())),
            std::vector<double>{9223372036854775808.0});
  EXPECT_EQ(to_doubles(one(TypeClass::char_, 'a')), std::vector<double>{});
}

}  // namespace
}  // namespace ncf::model
