// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/fast_numbers.hpp"

#include <array>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <type_traits>
#include <utility>

#include "base/text/characters.hpp"
#include "cdl/language/language.hpp"

namespace ncf::cdl {
namespace {

constexpr std::ptrdiff_t longest_plain_number = 128;

/// Powers of ten that doubles hold exactly.
constexpr std::array<double, 23> powers_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Returns whether a character that is not part of a number may follow it.
bool ends_number(char c) { return c == ',' || c == ';' || c == '}' || is_blank(c); }

const char* skip_blanks(const char* at) {
  while (is_blank(*at)) ++at;
  return at;
}

/// A decimal number taken apart: `digits` times ten to the power `exponent`.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
  bool is_negative = false;
  bool is_integer = true;
};

/// Adds the digits at `at` to `value`, which must not overflow, and moves past them.
std::uint64_t add_digits(const char*& at, std::uint64_t value) {
  while (base::is_digit(*at)) value = value * 10 + static_cast<unsigned>(*at++ - '0');
  return value;
}

/// Skips leading zeros, which have no meaning.
const char* skip_zeros(const char* at) {
  while (*at == '0') ++at;
  return at;
}

/// Reads an exponent, after its e; null if there is none, or a very long one.
const char* read_exponent(const char* at, int& exponent) {
  constexpr std::ptrdiff_t max_digits = 4;
  const bool is_negative = *at == '-';
  if (is_negative || *at == '+') ++at;
  const char* const first = at;
  const std::uint64_t value = add_digits(at, 0);
  if (at == first || at - first > max_digits) return nullptr;
  exponent += is_negative ? -static_cast<int>(value) : static_cast<int>(value);
  return at;
}

/// Reads a plain number; null if there is none.
const char* read_decimal(const char* at, Decimal& number) {
  constexpr std::ptrdiff_t max_digits = 18;
  number.is_negative = *at == '-';
  if (number.is_negative || *at == '+') ++at;
  const char* const first = at;
  const char* significant = at = skip_zeros(at);
  number.digits = add_digits(at, 0);
  std::ptrdiff_t significant_count = at - significant;
  bool has_digits = at > first;
  if (*at == '.') {
    const char* const fraction = ++at;
    if (number.digits == 0) at = skip_zeros(at);
    significant = at;
    number.digits = add_digits(at, number.digits);
    significant_count += at - significant;
    has_digits = has_digits || at > fraction;
    number.exponent = static_cast<int>(fraction - at);
    number.is_integer = false;
  } else if (*first == '0' && at - first > 1 && ends_number(*at)) {
    return nullptr;  // octal
  }
  if (!has_digits || significant_count > max_digits) return nullptr;
  if (*at == 'e' || *at == 'E') {
    number.is_integer = false;
    at = read_exponent(at + 1, number.exponent);
    if (at == nullptr) return nullptr;
  }
  return ends_number(*at) ? at : nullptr;
}

/// Returns the nearest double. If both factors are exact, one operation rounds once, which is
/// correct; otherwise the library reads the text.
double to_double(const Decimal& number, const char* begin, const char* end) {
  constexpr std::uint64_t max_exact_digits = std::uint64_t{1} << 53U;
  constexpr bool rounds_once = FLT_EVAL_METHOD == 0;
  const auto power = static_cast<std::size_t>(std::abs(number.exponent));
  if (rounds_once && number.digits <= max_exact_digits && power < powers_of_ten.size()) {
    const auto digits = static_cast<double>(number.digits);
    const double value =
        number.exponent < 0 ? digits / powers_of_ten[power] : digits * powers_of_ten[power];
    return number.is_negative ? -value : value;
  }
  double value = 0;
  if (*begin == '+') ++begin;
  const auto result = std::from_chars(begin, end, value);
  return result.ec == std::errc{} ? value : std::numeric_limits<double>::infinity();
}

/// Converts the number to type T; returns false if it does not fit, also if an integer would be
/// rounded or another number would become 0.
template <typename T>
bool convert(const Decimal& number, const char* begin, const char* end, T& to) {
  const auto integer = static_cast<std::int64_t>(number.digits);
  if constexpr (std::is_integral_v<T>) {
    const std::int64_t value = number.is_negative ? -integer : integer;
    to = static_cast<T>(value);
    return number.is_integer && std::in_range<T>(value);
  } else if (number.is_integer) {
    const T value = static_cast<T>(integer);
    to = number.is_negative ? -value : value;  // -0, too
    return static_cast<std::int64_t>(value) == integer;
  } else {
    to = static_cast<T>(to_double(number, begin, end));
    return !std::isinf(to) && (to != 0 || number.digits == 0);
  }
}

}  // namespace

template <typename T>
NumberRun read_numbers(const char* at, const char* end, T* to, std::size_t most, T fill) noexcept {
  NumberRun run{at, 0, true};
  const char* const last = end - at > longest_plain_number ? end - longest_plain_number : at;
  while (run.count < most && run.at < last) {
    const char* const begin = run.at;
    const char* after = nullptr;
    if (*begin == '_') {
      if (!ends_number(begin[1])) return run;
      after = begin + 1;
      to[run.count] = fill;
    } else {
      Decimal number;
      after = read_decimal(begin, number);
      if (after == nullptr || !convert(number, begin, after, to[run.count])) return run;
    }
    ++run.count;
    after = skip_blanks(after);
    run.at = after;
    run.expects_item = *after == ',';
    if (!run.expects_item) return run;
    run.at = skip_blanks(after + 1);
  }
  return run;
}

template NumberRun read_numbers(const char*, const char*, std::int8_t*, std::size_t,
                                std::int8_t) noexcept;
template NumberRun read_numbers(const char*, const char*, std::uint8_t*, std::size_t,
                                std::uint8_t) noexcept;
template NumberRun read_numbers(const char*, const char*, std::int16_t*, std::size_t,
                                std::int16_t) noexcept;
template NumberRun read_numbers(const char*, const char*, std::uint16_t*, std::size_t,
                                std::uint16_t) noexcept;
template NumberRun read_numbers(const char*, const char*, std::int32_t*, std::size_t,
                                std::int32_t) noexcept;
template NumberRun read_numbers(const char*, const char*, std::uint32_t*, std::size_t,
                                std::uint32_t) noexcept;
template NumberRun read_numbers(const char*, const char*, std::int64_t*, std::size_t,
                                std::int64_t) noexcept;
template NumberRun read_numbers(const char*, const char*, std::uint64_t*, std::size_t,
                                std::uint64_t) noexcept;
template NumberRun read_numbers(const char*, const char*, float*, std::size_t, float) noexcept;
template NumberRun read_numbers(const char*, const char*, double*, std::size_t, double) noexcept;

}  // namespace ncf::cdl
