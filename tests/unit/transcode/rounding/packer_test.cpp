// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rounding/packer.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "support/errors.hpp"
#include "unit/transcode/float_type.hpp"

namespace ncf::transcode {
namespace {

constexpr double fill_mark = -999;
constexpr double other_mark = -998;
const std::vector<double> marks{fill_mark, other_mark};

model::Box row_of(std::size_t count) { return {{0}, {count}}; }

template <class Float>
NumberRange range_of(const std::vector<Float>& values) {
  return find_range(type_of<Float>(), marks, row_of(values.size()),
                    std::as_bytes(std::span(values)));
}

template <class Float>
std::vector<Packer::Packed> pack(const Packer& packer, const std::vector<Float>& values) {
  std::vector<Packer::Packed> packed(values.size());
  packer.apply(row_of(values.size()), std::as_bytes(std::span(values)),
               std::as_writable_bytes(std::span(packed)));
  return packed;
}

template <class Float>
class PackerTest : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(PackerTest, Floats);

TYPED_TEST(PackerTest, KeepsTheBoundOfEveryValue) {
  std::mt19937 random(1);
  for (const double limit : {1e-6, 0.01, 1.0, 123.456}) {
    for (const double center : {0.0, -3.5, 1e4}) {
      const double half_range = 32000 * limit;  // nearly all of the range
      std::uniform_real_distribution<TypeParam> any(static_cast<TypeParam>(center - half_range),
                                                    static_cast<TypeParam>(center + half_range));
      std::vector<TypeParam> values(10000);
      for (TypeParam& value : values) value = any(random);
      const Packer packer(range_of(values), limit, type_of<TypeParam>(), marks);
      const auto packed = pack(packer, values);
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double unpacked = packed[i] * packer.scale_factor() + packer.add_offset();
        ASSERT_LE(std::abs(unpacked - static_cast<double>(values[i])), limit) << values[i];
      }
    }
  }
}

// xarray unpacks integers of 16 bits with a _FillValue in this way.
TEST(PackerOfFloats, KeepsTheBoundInSinglePrecision) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> any(200, 320);
  std::vector<float> values(100000);
  for (float& value : values) value = any(random);
  constexpr double limit = 0.005;
  const Packer packer(range_of(values), limit, type_of<float>(), marks);
  const auto packed = pack(packer, values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float product = static_cast<float>(packed[i]) * static_cast<float>(packer.scale_factor());
    const float unpacked = product + static_cast<float>(packer.add_offset());
    ASSERT_LE(std::abs(static_cast<double>(unpacked) - static_cast<double>(values[i])), limit);
  }
}

TYPED_TEST(PackerTest, KeepsZeroAndMarks) {
  constexpr auto nan = std::numeric_limits<TypeParam>::quiet_NaN();
  const std::vector<TypeParam> values{0, 700, -999, -998, nan, -0.0, 300};
  const NumberRange range = range_of(values);
  EXPECT_EQ(range.nan->place, std::vector<std::size_t>{4});
  const Packer packer(range, 0.1, type_of<TypeParam>(), marks);
  const auto packed = pack(packer, values);
  EXPECT_EQ(packed[0] * packer.scale_factor() + packer.add_offset(), 0);
  EXPECT_EQ(packed[5], packed[0]);
  EXPECT_EQ(packed[2], Packer::fill);
  EXPECT_EQ(packed[3], Packer::other_missing);
  EXPECT_EQ(packed[4], Packer::fill);
}

TYPED_TEST(PackerTest, NamesWhatItCannotKeep) {
  const auto why_not = [&](const std::vector<TypeParam>& values, double limit) {
    return test::error_of([&] { Packer(range_of(values), limit, type_of<TypeParam>(), marks); });
  };
  const auto enough_for = [&](const std::vector<TypeParam>& values) {
    const std::string message = why_not(values, 0.01).what();
    const std::string begin = " within 0.01; within ";
    const std::size_t at = message.find(begin);
    double enough = 0;
    if (at != std::string::npos) {
      std::from_chars(message.data() + at + begin.size(), message.data() + message.size(), enough);
    }
    EXPECT_NO_THROW(Packer(range_of(values), enough, type_of<TypeParam>(), marks)) << message;
    return enough;
  };
  const std::vector<TypeParam> values{-999, -50, 3, 4000};
  EXPECT_EQ(std::string_view(why_not(values, 0.01).what())
                .find("16 bits are too few to keep values from -50 at (1) to 4000 at (3)"),
            0U);
  EXPECT_LT(enough_for(values), 0.035);
  constexpr TypeParam most = std::numeric_limits<TypeParam>::max();
  EXPECT_LT(enough_for({-most, most}), most / 10000);
  EXPECT_EQ(why_not(values, 1e-300).code(), ErrorCode::unsupported);
  const std::vector<TypeParam> endless{1, std::numeric_limits<TypeParam>::infinity()};
  EXPECT_STREQ(
      test::error_of([&] { Packer(range_of(endless), 0.1, type_of<TypeParam>(), marks); }).what(),
      "inf at (1) cannot be packed");
}

TYPED_TEST(PackerTest, ProvesTheBoundAgain) {
  const std::vector<TypeParam> values{1, 2, 3};
  const Packer packer(range_of(values), 0.5, type_of<TypeParam>(), marks);
  const std::vector<TypeParam> others{1, 1e6};
  const Error error = test::error_of([&] { pack(packer, others); });
  EXPECT_EQ(error.code(), ErrorCode::corrupt);
  EXPECT_EQ(error.message().substr(0, 36), "packing would change 1000000 at (1) ");
}

TYPED_TEST(PackerTest, PacksVariablesWithoutNumbers) {
  const std::vector<TypeParam> values{-999, -999};
  const Packer packer(range_of(values), 0.5, type_of<TypeParam>(), marks);
  EXPECT_EQ(pack(packer, values), (std::vector<Packer::Packed>{Packer::fill, Packer::fill}));
}

}  // namespace
}  // namespace ncf::transcode
