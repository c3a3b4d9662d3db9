// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/number_text.hpp"

#include <gtest/gtest.h>
#include <locale.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace ncf::cdl {
namespace {

std::string general(double value, int digits, Point point = Point::where_needed) {
  std::array<char, longest_number> text{};
  return {text.data(), put_general(text.data(), value, digits, point)};
}

template <class Float>
std::string shortest(Float value, Point point = Point::where_needed) {
  std::array<char, longest_number> text{};
  return {text.data(), put_shortest(text.data(), value, point)};
}

/// While it lives, the C library formats numbers as in the locale "C".
class CNumbers {
 public:
  CNumbers() : c_(::newlocale(LC_ALL_MASK, "C", nullptr)), before_(::uselocale(c_)) {}
  CNumbers(const CNumbers&) = delete;
  CNumbers& operator=(const CNumbers&) = delete;
  ~CNumbers() {
    ::uselocale(before_);
    ::freelocale(c_);
  }

 private:
  locale_t c_;
  locale_t before_;
};

double by_strtod(const std::string& text) {
  const CNumbers numbers;
  return std::strtod(text.c_str(), nullptr);
}

std::string by_printf(double value, int digits) {
  const CNumbers numbers;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

/// Returns a number as ncdump derives it from printf's "%#.*g": without zeros at the end of the
/// fraction, with the point.
std::string by_printf_with_point(double value, int digits) {
  const CNumbers numbers;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%#.*g", digits, value);
  std::string number = text.data();
  const std::size_t exponent = std::min(number.find('e'), number.size());
  const std::size_t end = number.find_last_not_of('0', exponent - 1) + 1;
  return number.erase(end, exponent - end);
}

void expect_as_printf(double value, int digits) {
  if (!std::isfinite(value)) return;
  EXPECT_EQ(general(value, digits), by_printf(value, digits)) << std::hexfloat << value;
  EXPECT_EQ(general(value, digits, Point::always), by_printf_with_point(value, digits))
      << std::hexfloat << value;
}

TEST(General, ZerosKeepTheirSign) {
  EXPECT_EQ(general(0.0, 7), "0");
  EXPECT_EQ(general(-0.0, 7), "-0");
  EXPECT_EQ(general(0.0, 7, Point::always), "0.");
}

TEST(General, PointsStandWhereAsked) {
  EXPECT_EQ(general(273, 7), "273");
  EXPECT_EQ(general(273, 7, Point::always), "273.");
  EXPECT_EQ(general(1e10, 7), "1e+10");
  EXPECT_EQ(general(1e10, 7, Point::always), "1.e+10");
  EXPECT_EQ(general(-1.5e-7, 7, Point::always), "-1.5e-07");
  EXPECT_EQ(general(5, 1, Point::always), "5.");
}

TEST(General, HalfWayGoesToEven) {
  EXPECT_EQ(general(0.5, 1), "0.5");
  EXPECT_EQ(general(2.5, 1), "2");
  EXPECT_EQ(general(3.5, 1), "4");
  EXPECT_EQ(general(125, 2), "1.2e+02");
  EXPECT_EQ(general(135, 2), "1.4e+02");
  EXPECT_EQ(general(9.5, 1), "1e+01");
}

TEST(General, EveryPowerOfTenAndItsNeighboursAreAsPrintfWritesThem) {
  for (int power = -320; power <= 308; ++power) {
    const double value = by_strtod("1e" + std::to_string(power));
    for (const double near : {value, std::nextafter(value, 0.0), std::nextafter(value, 2 * value),
                              5 * value, 0.5 * value}) {
      for (const int digits : {1, 2, 7, 15, 17, 18, 20}) expect_as_printf(near, digits);
    }
  }
}

TEST(General, LimitsAreAsPrintfWritesThem) {
  using Limits = std::numeric_limits<double>;
  using FloatLimits = std::numeric_limits<float>;
  for (int digits = 1; digits <= 20; ++digits) {
    for (const double value :
         {Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min(), Limits::epsilon(),
          double{FloatLimits::max()}, double{FloatLimits::min()}, double{FloatLimits::denorm_min()},
          9.9692099683868690e+36, 0.1, double{0.1F}, 1.0 / 3, 18446744073709551616.0}) {
      expect_as_printf(value, digits);
    }
  }
}

TEST(General, AnyBitsOfAFloatAreAsPrintfWritesThem) {
  std::mt19937 random(1);
  for (int i = 0; i < 200000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isfinite(value)) expect_as_printf(value, 7);
  }
}

TEST(General, AnyBitsOfADoubleAreAsPrintfWritesThem) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 50000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (std::isfinite(value)) expect_as_printf(value, 15);
  }
}

/// Typical numbers: few digits, and many that lie half way between two texts.
TEST(General, NumbersWithAnyDigitsAreAsPrintfWritesThem) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 200000; ++i) {
    const auto whole = static_cast<double>(random() % 2000001) - 1000000;
    const double scale = std::pow(10.0, static_cast<int>(random() % 40) - 20);
    const double value = whole * scale + static_cast<double>(random() % 3) * 0.5;
    expect_as_printf(value, static_cast<int>(1 + random() % 20));
  }
}

TEST(Shortest, IsWhatOneWouldWrite) {
  EXPECT_EQ(shortest(0.1F), "0.1");
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(static_cast<double>(0.1F)), "0.10000000149011612");
  EXPECT_EQ(shortest(273.15F, Point::always), "273.15");
  EXPECT_EQ(shortest(273.0, Point::always), "273.");
  EXPECT_EQ(shortest(1e22, Point::always), "1.e+22");
}

/// A CDL reader reads digits without a point as an integer, which has 32 bits in a classic file.
// The shortest text of this one, rounded to double first and then to float, is its neighbour.
TEST(Shortest, FloatsAreReadAsDoublesWithoutBecomingOthers) {
  constexpr float value = 7.038531e-26F;
  EXPECT_EQ(shortest(value), "7.03853069e-26");
  EXPECT_EQ(static_cast<float>(by_strtod(shortest(value))), value);
}

TEST(Shortest, LargeWholeNumbersHaveAnExponent) {
  EXPECT_EQ(shortest(18446744073709551616.0), "1.8446744073709552e+19");
  EXPECT_EQ(shortest(-123456789012345.0), "-1.23456789012345e+14");
  EXPECT_EQ(shortest(12345678901.5), "12345678901.5");
  EXPECT_EQ(shortest(123456789.0), "123456789");
}

TEST(Shortest, ReadsBackToTheSameNumber) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 200000; ++i) {
    const std::uint64_t bits = random();
    const auto value = std::bit_cast<double>(bits);
    if (std::isfinite(value)) {
      EXPECT_EQ(by_strtod(shortest(value)), value);
    }
    const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (std::isfinite(single)) {
      EXPECT_EQ(static_cast<float>(by_strtod(shortest(single))), single);
    }
  }
}

}  // namespace
}  // namespace ncf::cdl
