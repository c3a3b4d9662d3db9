// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/real_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/table.hpp"

namespace ncf::base {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(ReadReal, StopsWhereTheNumberEnds) {
  EXPECT_EQ(read_real<double>("1.5e3d").value, 1500);
  EXPECT_EQ(read_real<double>("1.5e3d").used, 5U);
  EXPECT_EQ(read_real<double>("1,5").value, 1);
  EXPECT_EQ(read_real<double>("x").used, 0U);
  EXPECT_EQ(read_real<float>("0.1").value, 0.1F);
}

TEST(ReadReal, NumbersThatAreTooLargeAreInfinite) {
  const std::string zeros(400, '0');
  for (const std::string& text :
       std::vector<std::string>{"1.5e999", "1e309", "0.001e400", "1e99999999999999999999",
                                "1e4294967296", "1" + zeros + ".5", "1" + zeros + "e-5"}) {
    const auto real = read_real<double>(text);
    EXPECT_EQ(real.value, infinity) << text;
    EXPECT_TRUE(real.has_overflowed) << text;
    EXPECT_EQ(real.used, text.size()) << text;
    EXPECT_EQ(read_real<double>("-" + text).value, -infinity) << text;
  }
  EXPECT_TRUE(read_real<float>("1e39").has_overflowed);
  EXPECT_FALSE(read_real<double>("inf").has_overflowed);
}

TEST(ReadReal, NumbersThatAreTooSmallAreZero) {
  for (const std::string& text :
       {std::string("1e-400"), std::string("1000e-999"), "0." + std::string(400, '0') + "1e10",
        std::string("1e-99999999999999999999")}) {
    const auto real = read_real<double>(text);
    EXPECT_EQ(real.value, 0) << text;
    EXPECT_FALSE(real.has_overflowed) << text;
    EXPECT_TRUE(real.has_vanished) << text;
    EXPECT_TRUE(std::signbit(read_real<double>("-" + text).value)) << text;
  }
  EXPECT_FALSE(read_real<float>("1e-60").has_overflowed);
  EXPECT_TRUE(read_real<float>("1e-60").has_vanished);
  for (const char* text : {"0", "0.00e5", "-0e-999", "1e-45", "inf", "x"}) {
    EXPECT_FALSE(read_real<float>(text).has_vanished) << text;
  }
}

/// Returns the integer before the point, with "..." if a fraction follows.
std::string cut(const std::string& number) {
  const CutDecimal decimal = cut_decimal(number);
  if (!decimal.integer) return "none";
  return std::to_string(*decimal.integer) + (decimal.has_fraction ? "..." : "");
}

TEST(CutDecimal, ReadsAllDigits) {
  test::expect_table(cut, R"(
    9007199254740993.0          -> 9007199254740993
    9.007199254740993e15        -> 9007199254740993
    18446744073709551615.       -> 18446744073709551615
    0.000184467440737095516e+22 -> 1844674407370955160
    123456e-3                   -> 123...
    123000e-3                   -> 123
    12.5e1                      -> 125
    .99999999999999999999       -> 0...
    5e-99999999999999999999     -> 0...
    0.0e99999999999999999999    -> 0
  )");
}

TEST(CutDecimal, HasNoIntegerBeyond64Bits) {
  for (const char* number : {"18446744073709551616.0", "1e20", "99999999999999999999.5",
                             "1e99999999999999999999", "0.1e22"}) {
    EXPECT_EQ(cut(number), "none") << number;
  }
}

}  // namespace
}  // namespace ncf::base
