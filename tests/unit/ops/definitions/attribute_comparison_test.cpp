// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/attribute_comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "support/schema.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;

template <class Number>
model::Attribute attribute(TypeClass type, const std::vector<Number>& numbers) {
  model::Values values(model::atomic_type(type), numbers.size());
  if (!numbers.empty()) std::memcpy(values.data(), numbers.data(), values.size_bytes());
  return test::attribute("a", std::move(values));
}

AttributeDifference difference(const model::Attribute& first, const model::Attribute& second) {
  return difference_of(&first, &second);
}

TEST(AttributeDifference, NaNIsEqualToNaNOfOtherBits) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto first = attribute<float>(TypeClass::float_, {1, nan});
  EXPECT_EQ(difference(first, attribute<float>(TypeClass::float_, {1, -nan})),
            AttributeDifference::none);
  EXPECT_EQ(difference(first, attribute<float>(TypeClass::float_, {1, 2})),
            AttributeDifference::value);
  EXPECT_EQ(difference(first, attribute<float>(TypeClass::float_, {1, nan, nan})),
            AttributeDifference::value);
  EXPECT_EQ(difference(attribute<float>(TypeClass::float_, {0}),
                       attribute<float>(TypeClass::float_, {-0.0F})),
            AttributeDifference::value);
  EXPECT_EQ(difference(first, attribute<double>(TypeClass::double_, {1, std::nan("")})),
            AttributeDifference::type);
}

TEST(AttributeDifference, FloatsEqualExactNumbersOrAreRoundedToDecimalsAsDoubles) {
  const auto of = [](auto first, TypeClass type, auto second, TypeClass other) {
    const auto a = attribute<decltype(first)>(type, {first});
    const auto b = attribute<decltype(second)>(other, {second});
    EXPECT_EQ(difference(a, b), difference(b, a)) << first << ' ' << second;
    return difference(a, b);
  };
  const auto float_ = TypeClass::float_;
  const auto double_ = TypeClass::double_;
  const auto int_ = TypeClass::int_;
  const float infinite = std::numeric_limits<float>::infinity();

  EXPECT_EQ(of(0.1F, float_, double{0.1F}, double_), AttributeDifference::type);
  EXPECT_EQ(of(16777216.0F, float_, 16777216, int_), AttributeDifference::type);
  EXPECT_EQ(of(-0.0F, float_, -0.0, double_), AttributeDifference::type);
  EXPECT_EQ(of(infinite, float_, double{infinite}, double_), AttributeDifference::type);

  EXPECT_EQ(of(0.1F, float_, 0.1, double_), AttributeDifference::rounded);
  EXPECT_EQ(of(123456792.0F, float_, 123456790.0, double_), AttributeDifference::rounded);

  EXPECT_EQ(of(0.1F, float_, 0.1000000001, double_), AttributeDifference::value);
  EXPECT_EQ(of(123456792.0F, float_, 123456790, int_), AttributeDifference::value);
  EXPECT_EQ(of(16777216.0F, float_, 16777217, int_), AttributeDifference::value);
  EXPECT_EQ(of(16777216.0F, float_, std::int64_t{16777217}, TypeClass::int64),
            AttributeDifference::value);
  EXPECT_EQ(of(-0.0F, float_, 0.0, double_), AttributeDifference::value);
  EXPECT_EQ(of(-0.0F, float_, 0, int_), AttributeDifference::value);
  EXPECT_EQ(of(infinite, float_, 1e300, double_), AttributeDifference::value);
}

TEST(AttributeDifference, NulsAtTheEndOnlyPadTexts) {
  const auto text = attribute<char>(TypeClass::char_, {'K', '\0', 'a'});
  EXPECT_EQ(difference(text, attribute<char>(TypeClass::char_, {'K', '\0', 'a', '\0', '\0'})),
            AttributeDifference::padding);
  EXPECT_EQ(difference(text, attribute<char>(TypeClass::char_, {'K', 'a'})),
            AttributeDifference::value);
  EXPECT_EQ(
      difference(attribute<char>(TypeClass::char_, {}), attribute<char>(TypeClass::char_, {'\0'})),
      AttributeDifference::padding);
  EXPECT_EQ(
      difference(attribute<char>(TypeClass::byte_, {1}), attribute<char>(TypeClass::byte_, {1, 0})),
      AttributeDifference::value);
}

TEST(AttributeDifference, WithoutValuesOnlyTypesDiffer) {
  const auto none = attribute<short>(TypeClass::short_, {});
  EXPECT_EQ(difference(none, attribute<short>(TypeClass::short_, {})), AttributeDifference::none);
  EXPECT_EQ(difference(none, attribute<char>(TypeClass::char_, {})), AttributeDifference::type);
  EXPECT_EQ(difference(none, attribute<short>(TypeClass::short_, {1})), AttributeDifference::value);
}

}  // namespace
}  // namespace ncf::ops
