// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/real_text.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
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

/// Returns whether a number that is out of range is too large and not too small: whether its first
/// nonzero digit has a value of at least 1.
bool is_large(std::string_view number) noexcept {
  const std::size_t mantissa_end = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, mantissa_end);
  const auto point = static_cast<long>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<long>(mantissa.find_first_of("123456789"));
  const long exponent =
      mantissa_end < number.size() ? read_exponent(number.substr(mantissa_end + 1)) : 0;
  const long place = first < point ? point - first - 1 : point - first;
  return place + exponent >= 0;
}

}  // namespace

template <typename T>
RealText<T> read_real(std::string_view text) noexcept {
  RealText<T> real;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), real.value);
  real.used = static_cast<std::size_t>(end - text.data());
  if (error != std::errc::result_out_of_range) return real;
  // from_chars does not report at which end it is out of range.
  real.has_overflowed = is_large(text.substr(0, real.used));
  const T magnitude = real.has_overflowed ? std::numeric_limits<T>::infinity() : T{0};
  real.value = text.starts_with('-') ? -magnitude : magnitude;
  return real;
}

template RealText<float> read_real(std::string_view text) noexcept;
template RealText<double> read_real(std::string_view text) noexcept;

}  // namespace ncf::base
