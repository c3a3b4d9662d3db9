// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/real_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>

namespace ncf::base {
namespace {

/// Returns the written exponent; if it has too many digits, one far beyond the range of any type.
long read_exponent(std::string_view text) noexcept {
  constexpr long beyond = std::numeric_limits<int>::max();
  const bool is_negative = text.starts_with('-');
  if (text.starts_with('+')) text.remove_prefix(1);
  long exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (error == std::errc{}) return std::clamp(exponent, -beyond, beyond);
  return is_negative ? -beyond : beyond;
}

}  // namespace

Digits digits_of(std::string_view number) noexcept {
  const std::size_t mantissa_end = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, mantissa_end);
  const auto first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return {};
  const auto point = static_cast<long>(std::min(mantissa.find('.'), mantissa.size()));
  const auto begin = static_cast<long>(first);
  const long exponent =
      mantissa_end < number.size() ? read_exponent(number.substr(mantissa_end + 1)) : 0;
  return {mantissa.substr(first), (begin < point ? point - begin : point - begin + 1) + exponent};
}

template <typename T>
RealText<T> read_real(std::string_view text) noexcept {
  RealText<T> real;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), real.value);
  real.used = static_cast<std::size_t>(end - text.data());
  const bool is_out_of_range = error == std::errc::result_out_of_range;
  if (!is_out_of_range && real.value != 0) return real;
  // from_chars does not report whether the number is too large or too small, and does not always
  // report that it is out of range.
  const Digits digits = digits_of(text.substr(0, real.used));
  real.has_overflowed = is_out_of_range && digits.before_point > 0;
  real.has_vanished = !real.has_overflowed && !digits.text.empty();
  const T magnitude = real.has_overflowed ? std::numeric_limits<T>::infinity() : T{0};
  real.value = text.starts_with('-') ? -magnitude : magnitude;
  return real;
}

std::string format_real(double value) {
  std::array<char, 32> text{};
  char* const begin = text.data();
  const char* end =
      std::to_chars(begin, begin + text.size(), value, std::chars_format::scientific).ptr;
  const char* const mark = std::find(static_cast<const char*>(begin), end, 'e');
  const long exponent = mark == end ? 0 : read_exponent({mark + 1, end});
  if (exponent >= -4 && exponent <= 15) {
    end = std::to_chars(begin, begin + text.size(), value, std::chars_format::fixed).ptr;
  }
  return {static_cast<const char*>(begin), end};
}

CutDecimal cut_decimal(std::string_view number) {
  constexpr long most_digits = std::numeric_limits<std::uint64_t>::digits10 + 1;
  const Digits digits = digits_of(number);
  if (digits.before_point > most_digits) return {};
  const auto count = static_cast<std::size_t>(std::max(digits.before_point, 0L));
  std::string text(digits.text);
  std::erase(text, '.');
  const bool has_fraction = text.find_first_not_of('0', count) != std::string::npos;
  text.resize(count, '0');
  std::uint64_t integer = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
  if (error == std::errc::result_out_of_range) return {};
  return {integer, has_fraction};
}

template RealText<float> read_real(std::string_view text) noexcept;
template RealText<double> read_real(std::string_view text) noexcept;

}  // namespace ncf::base
