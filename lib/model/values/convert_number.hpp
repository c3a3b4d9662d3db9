// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts a number from one arithmetic type to another. Pure functions, any thread.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace ncf::model {

/// Returns whether the floating-point `value` is in the range of integer type To. The bounds are
/// powers of two, so they are exact in every floating-point type.
template <typename To, typename From>
bool is_in_range(From value) {
  const From above = std::ldexp(From{1}, std::numeric_limits<To>::digits);
  const From lowest = std::is_signed_v<To> ? -above : From{0};
  return value >= lowest && value < above;  // false for NaN
}

/// Returns whether `To` has a number that is equal, and sets `to` to it.
template <typename To, typename From>
bool convert_number_exactly(From from, To& to) {
  if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
    to = static_cast<To>(from);
    return std::in_range<To>(from);
  } else if constexpr (std::is_integral_v<To>) {
    if (!is_in_range<To>(from)) return false;
    to = static_cast<To>(from);
    return static_cast<From>(to) == from;
  } else if constexpr (std::is_integral_v<From>) {
    to = static_cast<To>(from);
    From back{};
    return convert_number_exactly(to, back) && back == from;
  } else {
    if (std::isfinite(from) && std::abs(from) > std::numeric_limits<To>::max()) return false;
    to = static_cast<To>(from);
    return std::isnan(from) || static_cast<From>(to) == from;
  }
}

/// Returns whether a number is in the range of `To`, and sets `to` to the nearest number there.
template <typename To, typename From>
bool round_number(From from, To& to) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    return convert_number_exactly(std::nearbyint(from), to);
  } else if constexpr (std::is_integral_v<To>) {
    return convert_number_exactly(from, to);
  } else {
    const auto number = static_cast<double>(from);
    if (std::isfinite(number) && std::abs(number) > std::numeric_limits<To>::max()) return false;
    to = static_cast<To>(from);
    return true;
  }
}

}  // namespace ncf::model
