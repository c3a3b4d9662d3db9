// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/fast_numbers.hpp"

#include <array>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <system_error>
#include <type_traits>
#include <utility>

#include "base/text/characters.hpp"
#include "cdl/language/language.hpp"
#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

constexpr std::ptrdiff_t longest_plain_number = 128;

/// Powers of ten. Doubles hold at most 15 digits exactly, and their quotient by one of these is
/// rounded once, to the nearest double.
constexpr std::array<double, 16> powers_of_ten{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

/// Digits and a point.
constexpr std::ptrdiff_t longest_exact_number = std::numeric_limits<double>::digits10 + 1;

/// Returns whether a character that is not part of a number may follow it.
bool ends_number(char c) { return c == ',' || c == ';' || c == '}' || is_blank(c); }

const char* skip_blanks(const char* at) {
  while (is_blank(*at)) ++at;
  return at;
}

/// Adds the digits at `at` to `value`, wrapping if there are many. Returns their end.
const char* add_digits(const char* at, std::uint64_t& value) {
  while (base::is_digit(*at)) value = value * 10 + static_cast<unsigned>(*at++ - '0');
  return at;
}

/// Sets `to` to an integer; returns false if T cannot hold it, or would round it.
template <typename T>
bool convert(std::uint64_t digits, bool is_negative, T& to) {
  const auto integer = static_cast<std::int64_t>(digits);
  if constexpr (std::is_integral_v<T>) {
    const std::int64_t value = is_negative ? -integer : integer;
    to = static_cast<T>(value);
    return std::in_range<T>(value);
  } else {
    const T value = static_cast<T>(integer);
    to = is_negative ? -value : value;  // -0, too
    return static_cast<std::int64_t>(value) == integer;
  }
}

/// Reads a plain decimal number as a value of type T. Returns its end; null if there is none, or if
/// T cannot hold it: an integer is not rounded, and no other number becomes 0 or infinite.
template <typename T>
const char* read_number(const char* at, const char* end, T& to) {
  constexpr bool rounds_once = FLT_EVAL_METHOD == 0;
  const bool is_negative = *at == '-';
  const char* const first = is_negative || *at == '+' ? at + 1 : at;
  std::uint64_t digits = 0;
  const char* last = add_digits(first, digits);
  if (last > first && ends_number(*last)) {
    const bool is_octal = *first == '0' && last - first > 1;
    const bool is_long = last - first > std::numeric_limits<std::int64_t>::digits10;
    return !is_octal && !is_long && convert(digits, is_negative, to) ? last : nullptr;
  }
  if (std::is_integral_v<T> || (last == first && *last != '.')) return nullptr;
  const char* const fraction = last + 1;
  if (*last == '.') last = add_digits(fraction, digits);
  double value = 0;
  if (rounds_once && ends_number(*last) && last - first <= longest_exact_number &&
      last > fraction) {
    value = static_cast<double>(digits) / powers_of_ten[static_cast<std::size_t>(last - fraction)];
    if (is_negative) value = -value;
  } else {
    const auto result = std::from_chars(is_negative ? at : first, end, value);
    if (result.ec != std::errc{} || !ends_number(*result.ptr)) return nullptr;
    last = result.ptr;
  }
  to = static_cast<T>(value);
  return std::isinf(static_cast<double>(to)) || (to == 0 && value != 0) ? nullptr : last;
}

template <typename T>
NumberRun read_run(const char* at, const char* end, T* to, std::size_t most, T fill) {
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
      after = read_number(begin, end, to[run.count]);
      if (after == nullptr) return run;
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

}  // namespace

NumberRun read_numbers(const char* at, const char* end, model::TypeClass type, std::byte* to,
                       std::size_t most, const std::byte* fill) noexcept {
  return model::visit_number(type, [&](auto like) {
    using Number = decltype(like);
    return read_run(at, end, reinterpret_cast<Number*>(to), most, model::load<Number>(fill));
  });
}

}  // namespace ncf::cdl
