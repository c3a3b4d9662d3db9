// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/number_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace ncf::cdl {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int most_fast_digits = 17;
constexpr int mantissa_bits = 52;

/// A positive number as `mantissa` * 2^`exponent`.
struct Binary {
  std::uint64_t mantissa = 0;
  int exponent = 0;
};

/// `digits` significant digits of a number between 10^`power` and 10^(`power`+1).
struct Decimal {
  std::uint64_t digits = 0;
  int power = 0;
};

template <class Integer, std::size_t count>
constexpr std::array<Integer, count> powers_of(Integer base) {
  std::array<Integer, count> powers{};
  Integer power = 1;
  for (std::size_t i = 0; i < count; ++i) {
    powers[i] = power;
    if (i + 1 < count) power *= base;
  }
  return powers;
}

constexpr auto powers_of_5 = powers_of<Wide, 56>(5);
constexpr auto powers_of_10 = powers_of<std::uint64_t, 20>(10);

int width_of(std::uint64_t number) { return static_cast<int>(std::bit_width(number)); }

Binary binary_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  constexpr std::uint64_t fraction_mask = (std::uint64_t{1} << mantissa_bits) - 1;
  constexpr int bias = 1075;
  const int biased = static_cast<int>((bits >> mantissa_bits) & 0x7FF);
  if (biased == 0) return {bits & fraction_mask, 1 - bias};
  return {(bits & fraction_mask) | (fraction_mask + 1), biased - bias};
}

/// The lowest power of ten `value` may have: that of the power of two it begins with.
int least_power(const Binary& value) {
  const int highest_bit = width_of(value.mantissa) - 1 + value.exponent;
  constexpr std::int64_t log10_of_2 = 1292913986;  // times 2^32
  return static_cast<int>((highest_bit * log10_of_2) >> 32);
}

/// `quotient` rounded to nearest, to even from half way.
std::uint64_t rounded(std::uint64_t quotient, Wide twice_rest, Wide divisor) {
  if (twice_rest > divisor || (twice_rest == divisor && quotient % 2 == 1)) return quotient + 1;
  return quotient;
}

/// value * 10^`scale`, rounded; scale: not negative, and such that 128 bits hold the product.
std::uint64_t multiplied(const Binary& value, int scale) {
  const Wide product = value.mantissa * powers_of_5[static_cast<std::size_t>(scale)];
  const int shift = -(value.exponent + scale);
  if (shift <= 0) return static_cast<std::uint64_t>(product << -shift);
  const Wide one = Wide{1} << shift;
  const Wide rest = product & (one - 1);
  return rounded(static_cast<std::uint64_t>(product >> shift), rest << 1, one);
}

/// value / 10^`scale`, rounded; the number is less than 2^128.
std::uint64_t divided(const Binary& value, int scale) {
  Wide divisor = powers_of_5[static_cast<std::size_t>(scale)];
  Wide dividend = value.mantissa;
  const int shift = value.exponent - scale;
  (shift >= 0 ? dividend : divisor) <<= std::abs(shift);
  if ((dividend >> 63) == 0 && (divisor >> 63) == 0) {
    const auto narrow = static_cast<std::uint64_t>(dividend);
    const auto by = static_cast<std::uint64_t>(divisor);
    return rounded(narrow / by, Wide{narrow % by} << 1, by);
  }
  return rounded(static_cast<std::uint64_t>(dividend / divisor), (dividend % divisor) << 1,
                 divisor);
}

/// Whether 128 bits hold all that is needed to scale `value` by 10^`scale`.
bool is_exact(const Binary& value, int scale) {
  if (scale >= 0) {
    constexpr int bits_of_5_to_32 = 75;
    constexpr int bits_of_5_to_44 = 103;
    const int room = 128 - width_of(value.mantissa);
    return scale <= 32 ? room >= bits_of_5_to_32 : scale <= 44 && room >= bits_of_5_to_44;
  }
  // The dividend is less than 2^127, so that twice the rest is held as well.
  return width_of(value.mantissa) + value.exponent < 127;
}

/// `count` significant digits of `value`; false where that takes more than 128 bits.
bool scale_exactly(Binary value, int count, Decimal& decimal) {
  const int zeros = std::countr_zero(value.mantissa);
  value = {value.mantissa >> zeros, value.exponent + zeros};
  const std::uint64_t limit = powers_of_10[static_cast<std::size_t>(count)];
  for (int power = least_power(value);; ++power) {
    const int scale = count - 1 - power;
    if (!is_exact(value, scale)) return false;
    const std::uint64_t digits = scale >= 0 ? multiplied(value, scale) : divided(value, -scale);
    if (digits < limit) {
      decimal = {digits, power};
      return true;
    }
  }
}

constexpr auto digit_pairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

/// Writes exactly `count` digits.
void put_digits(char* to, std::uint64_t digits, int count) {
  char* at = to + count;
  while (count >= 2) {
    at -= 2;
    std::memcpy(at, &digit_pairs[2 * (digits % 100)], 2);
    digits /= 100;
    count -= 2;
  }
  if (count == 1) *--at = static_cast<char>('0' + digits);
}

char* put_exponent(char* to, int power) {
  *to++ = 'e';
  *to++ = power < 0 ? '-' : '+';
  const auto magnitude = static_cast<std::uint64_t>(std::abs(power));
  const int count = magnitude >= 100 ? 3 : 2;
  put_digits(to, magnitude, count);
  return to + count;
}

/// As %g arranges digits: `digits` are all there are, without zeros at the end, and `count` is the
/// precision.
char* put_arranged(char* to, std::string_view digits, int power, int count, Point point) {
  if (power < -4 || power >= count) {
    *to++ = digits.front();
    if (digits.size() > 1 || point == Point::always) *to++ = '.';
    to = std::copy(digits.begin() + 1, digits.end(), to);
    return put_exponent(to, power);
  }
  if (power < 0) {
    *to++ = '0';
    *to++ = '.';
    to = std::fill_n(to, -power - 1, '0');
    return std::copy(digits.begin(), digits.end(), to);
  }
  const auto whole = static_cast<std::size_t>(power) + 1;
  if (digits.size() <= whole) {
    to = std::copy(digits.begin(), digits.end(), to);
    to = std::fill_n(to, whole - digits.size(), '0');
    if (point == Point::always) *to++ = '.';
    return to;
  }
  to = std::copy_n(digits.begin(), whole, to);
  *to++ = '.';
  return std::copy(digits.begin() + static_cast<std::ptrdiff_t>(whole), digits.end(), to);
}

/// Text of std::to_chars that keeps the point CDL wants.
char* with_point(char* begin, char* end) {
  char* const exponent = std::find(begin, end, 'e');
  if (std::find(begin, exponent, '.') != exponent) return end;
  std::copy_backward(exponent, end, end + 1);
  *exponent = '.';
  return end + 1;
}

char* put_slowly(char* to, double value, int digits, Point point) {
  char* const end =
      std::to_chars(to, to + number_room, value, std::chars_format::general, digits).ptr;
  return point == Point::always ? with_point(to, end) : end;
}

/// Large whole numbers get an exponent, or they would be read as integers that are too large.
template <class Float>
char* put_shortest_of(char* to, Float value, Point point) {
  constexpr Float large = 1e9F;
  const bool is_read_as_integer = std::abs(value) >= large && value == std::trunc(value);
  char* const end =
      is_read_as_integer
          ? std::to_chars(to, to + number_room, value, std::chars_format::scientific).ptr
          : std::to_chars(to, to + number_room, value).ptr;
  return point == Point::always ? with_point(to, end) : end;
}

}  // namespace

char* put_general(char* to, double value, int digits, Point point) {
  char* const begin = to;
  if (std::signbit(value)) *to++ = '-';
  if (value == 0) {
    *to++ = '0';
    if (point == Point::always) *to++ = '.';
    return to;
  }
  Decimal decimal;
  if (digits > most_fast_digits || !scale_exactly(binary_of(value), digits, decimal)) {
    return put_slowly(begin, value, digits, point);
  }
  std::array<char, most_fast_digits> text{};
  put_digits(text.data(), decimal.digits, digits);
  auto length = static_cast<std::size_t>(digits);
  while (text[length - 1] == '0') --length;
  return put_arranged(to, {text.data(), length}, decimal.power, digits, point);
}

char* put_shortest(char* to, float value, Point point) {
  char* const end = put_shortest_of(to, value, point);
  double read = 0;
  std::from_chars(to, end, read);
  constexpr int always_enough = 9;
  if (static_cast<float>(read) == value) return end;
  return put_general(to, static_cast<double>(value), always_enough, point);
}

char* put_shortest(char* to, double value, Point point) {
  return put_shortest_of(to, value, point);
}

}  // namespace ncf::cdl
