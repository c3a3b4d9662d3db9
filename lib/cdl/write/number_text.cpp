// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/number_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace ncf::cdl {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int max_fast_digits = 16;
constexpr int mantissa_bits = 52;

/// A positive number as `mantissa` * 2^`exponent`.
struct Binary {
  std::uint64_t mantissa = 0;
  int exponent = 0;
};

/// Significant digits of a number between 10^`power` and 10^(`power`+1).
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
constexpr auto narrow_powers_of_5 = powers_of<std::uint64_t, 18>(5);
constexpr auto powers_of_10 = powers_of<std::uint64_t, 20>(10);
constexpr auto exact_powers_of_10 = powers_of<double, 23>(10);

int width_of(std::uint64_t number) { return static_cast<int>(std::bit_width(number)); }

Binary binary_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  constexpr std::uint64_t fraction_mask = (std::uint64_t{1} << mantissa_bits) - 1;
  constexpr int bias = 1075;
  const int biased = static_cast<int>((bits >> mantissa_bits) & 0x7FF);
  if (biased == 0) return {bits & fraction_mask, 1 - bias};
  const std::uint64_t mantissa = (bits & fraction_mask) | (fraction_mask + 1);
  constexpr int more_than_float = 29;
  constexpr std::uint64_t zero_in_float = (std::uint64_t{1} << more_than_float) - 1;
  if ((mantissa & zero_in_float) == 0) {
    return {mantissa >> more_than_float, biased - bias + more_than_float};
  }
  return {mantissa, biased - bias};
}

/// Returns the lowest power of ten that `value` may have: that of the power of two it begins with.
int min_power(const Binary& value) {
  const int highest_bit = width_of(value.mantissa) - 1 + value.exponent;
  constexpr std::int64_t log10_of_2 = 1292913986;  // times 2^32
  return static_cast<int>((highest_bit * log10_of_2) >> 32);
}

/// Returns `value` without zeros at the end of its mantissa.
Binary shortened(const Binary& value) {
  const int zeros = std::countr_zero(value.mantissa);
  return {value.mantissa >> zeros, value.exponent + zeros};
}

/// Returns `quotient` rounded to nearest, ties to even.
std::uint64_t rounded(std::uint64_t quotient, Wide twice_rest, Wide divisor) {
  if (twice_rest > divisor || (twice_rest == divisor && quotient % 2 == 1)) return quotient + 1;
  return quotient;
}

/// Returns product / 2^`shift`, rounded. shift: at least 1, less than the bits of the product.
template <class Unsigned>
std::uint64_t shifted(Unsigned product, int shift) {
  const auto quotient = static_cast<std::uint64_t>(product >> shift);
  const Unsigned rest = product & ((Unsigned{1} << shift) - 1);
  const Unsigned half = Unsigned{1} << (shift - 1);
  return quotient + (rest + (quotient & 1) > half ? 1 : 0);
}

/// Returns value * 10^`scale`, rounded. scale: not negative, and such that 128 bits hold the
/// product.
std::uint64_t multiplied(Binary value, int scale) {
  if (scale > 32) value = shortened(value);
  const int shift = -(value.exponent + scale);
  // Usually a float, whose product needs no more than 64 bits.
  constexpr int float_bits = 24;
  constexpr int max_narrow_scale = 17;
  if (value.mantissa >> float_bits == 0 && scale <= max_narrow_scale && shift > 0) {
    return shifted(value.mantissa * narrow_powers_of_5[static_cast<std::size_t>(scale)], shift);
  }
  const Wide product = value.mantissa * powers_of_5[static_cast<std::size_t>(scale)];
  if (shift <= 0) return static_cast<std::uint64_t>(product << -shift);
  return shifted(product, shift);
}

/// Returns value / 10^`scale`, rounded. The number is less than 2^128.
std::uint64_t divided(Binary value, int scale) {
  value = shortened(value);
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

/// Returns whether 128 bits are enough to scale `value` by 10^`scale`.
bool is_exact(const Binary& value, int scale) {
  if (scale >= 0 && scale <= 32) return true;  // 53 bits and the 75 of 5^32
  constexpr int bits_of_5_to_44 = 103;
  if (scale > 0) {
    const int zeros = std::countr_zero(value.mantissa);
    return scale <= 44 && width_of(value.mantissa) - zeros + bits_of_5_to_44 <= 128;
  }
  // The dividend is less than 2^127, so twice the rest fits as well.
  return width_of(value.mantissa) + value.exponent < 127;
}

/// Computes `count` significant digits of `number`, which equals `value`; returns false if that
/// takes more than 128 bits.
bool scale_exactly(double number, Binary value, int count, Decimal& decimal) {
  const std::uint64_t limit = powers_of_10[static_cast<std::size_t>(count)];
  int power = min_power(value);
  // Usually this is enough; near a power of ten the digits decide.
  if (power >= -1 && power < 22 &&
      number >= exact_powers_of_10[static_cast<std::size_t>(power + 1)]) {
    ++power;
  }
  for (;; ++power) {
    const int scale = count - 1 - power;
    if (!is_exact(value, scale)) return false;
    const std::uint64_t digits = scale >= 0 ? multiplied(value, scale) : divided(value, -scale);
    if (digits < limit) {
      decimal = {digits, power};
      return true;
    }
  }
}

/// Returns eight decimal digits, the first in the lowest byte. number: less than 10^8.
std::uint64_t eight_digits(std::uint32_t number) {
  const std::uint64_t halves = number / 10000 | std::uint64_t{number % 10000} << 32;
  const std::uint64_t hundreds = (halves * 10486 >> 20) & 0x0000007F'0000007F;
  const std::uint64_t pairs = hundreds | (halves - 100 * hundreds) << 16;
  const std::uint64_t tens = (pairs * 103 >> 10) & 0x000F000F'000F000F;
  return tens | (pairs - 10 * tens) << 8;
}

/// Sixteen digits as text, the first in the lowest byte; those after the significant ones are
/// zeros.
struct DigitText {
  Wide text = 0;
  std::size_t length = 0;  ///< without zeros at the end
};

/// Returns how many of eight digits remain without zeros at the end.
std::size_t digits_of(std::uint64_t eight) {
  return 8 - static_cast<std::size_t>(std::countl_zero(eight)) / 8;
}

/// digits: exactly `count` of them, at most 16.
DigitText digit_text(std::uint64_t digits, int count) {
  constexpr std::uint64_t half = 100000000;
  constexpr std::uint64_t zeros = 0x30303030'30303030;
  if (count <= 8) {
    const std::uint64_t eight = eight_digits(
        static_cast<std::uint32_t>(digits * powers_of_10[static_cast<std::size_t>(8 - count)]));
    return {Wide{zeros} << 64 | (eight | zeros), digits_of(eight)};
  }
  digits *= powers_of_10[static_cast<std::size_t>(16 - count)];
  const std::uint64_t first = eight_digits(static_cast<std::uint32_t>(digits / half));
  const std::uint64_t second = eight_digits(static_cast<std::uint32_t>(digits % half));
  return {Wide{second | zeros} << 64 | (first | zeros),
          second == 0 ? digits_of(first) : 8 + digits_of(second)};
}

/// Stores sixteen characters. The text is never loaded again, so nothing waits for the store.
void store(char* to, Wide text) {
  std::array<std::uint64_t, 2> words{static_cast<std::uint64_t>(text),
                                     static_cast<std::uint64_t>(text >> 64)};
  if constexpr (std::endian::native == std::endian::big) {
    for (std::uint64_t& word : words) word = __builtin_bswap64(word);
  }
  std::memcpy(to, words.data(), sizeof words);
}

char* put_exponent(char* to, int power) {
  *to++ = 'e';
  *to++ = power < 0 ? '-' : '+';
  const auto magnitude = static_cast<std::uint32_t>(std::abs(power));
  if (magnitude < 10) *to++ = '0';
  return std::to_chars(to, to + 3, magnitude).ptr;
}

/// Arranges digits as %g does; `count` is the precision. Stores whole words, which is faster.
char* put_arranged(char* to, const DigitText& digits, int power, int count, Point point) {
  if (power < -4 || power >= count) {
    *to++ = static_cast<char>(digits.text);
    if (digits.length > 1 || point == Point::always) *to++ = '.';
    store(to, digits.text >> 8);
    return put_exponent(to + digits.length - 1, power);
  }
  if (power < 0) {
    std::memcpy(to, "0.000", 5);
    to += 1 - power;
    store(to, digits.text);
    return to + digits.length;
  }
  const auto whole = static_cast<std::size_t>(power) + 1;
  store(to, digits.text);
  if (digits.length > whole) {
    to[whole] = '.';
    store(to + whole + 1, digits.text >> (8 * whole));
    return to + digits.length + 1;
  }
  to += whole;
  if (point == Point::always) *to++ = '.';
  return to;
}

/// Adds the point that CDL requires to a text of std::to_chars. Returns the new end.
char* with_point(char* begin, char* end) {
  char* const exponent = std::find(begin, end, 'e');
  if (std::find(begin, exponent, '.') != exponent) return end;
  std::copy_backward(exponent, end, end + 1);
  *exponent = '.';
  return end + 1;
}

char* put_slowly(char* to, double value, int digits, Point point) {
  char* const end =
      std::to_chars(to, to + longest_number, value, std::chars_format::general, digits).ptr;
  return point == Point::always ? with_point(to, end) : end;
}

/// Large whole numbers get an exponent, because they would otherwise be read as integers that are
/// too large.
template <class Float>
char* put_shortest_of(char* to, Float value, Point point) {
  constexpr Float large = 1e9F;
  const bool is_read_as_integer = std::abs(value) >= large && value == std::trunc(value);
  char* const end =
      is_read_as_integer
          ? std::to_chars(to, to + longest_number, value, std::chars_format::scientific).ptr
          : std::to_chars(to, to + longest_number, value).ptr;
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
  if (digits > max_fast_digits ||
      !scale_exactly(std::abs(value), binary_of(value), digits, decimal)) {
    return put_slowly(begin, value, digits, point);
  }
  return put_arranged(to, digit_text(decimal.digits, digits), decimal.power, digits, point);
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
