// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/values/convert.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "model/values/visit_number.hpp"

namespace ncf::model {
namespace {

/// Returns whether the floating-point `value` is in the range of integer type To. The bounds are
/// powers of two, so they are exact in every floating-point type.
template <typename To, typename From>
bool is_in_range(From value) {
  const From above = std::ldexp(From{1}, std::numeric_limits<To>::digits);
  const From lowest = std::is_signed_v<To> ? -above : From{0};
  return value >= lowest && value < above;  // false for NaN
}

template <typename To, typename From>
bool convert_one(From from, To& to) {
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
    return convert_one(to, back) && back == from;
  } else {
    if (std::isfinite(from) && std::abs(from) > std::numeric_limits<To>::max()) return false;
    to = static_cast<To>(from);
    return std::isnan(from) || static_cast<From>(to) == from;
  }
}

template <typename From, typename To>
bool convert_all(const Values& from, Values& to) {
  for (std::size_t i = 0; i < from.count(); ++i) {
    From in{};
    To out{};
    std::memcpy(&in, from.data() + i * sizeof in, sizeof in);
    if (!convert_one(in, out)) return false;
    std::memcpy(to.data() + i * sizeof out, &out, sizeof out);
  }
  return true;
}

}  // namespace

std::optional<float> nearest_float(double number) {
  if (!std::isfinite(number)) return static_cast<float>(number);
  constexpr double largest = std::numeric_limits<float>::max();
  constexpr double beyond = 0x1.ffffffp127;  // halfway to the power of two after the largest
  if (std::abs(number) >= beyond) return std::nullopt;
  const auto nearest = static_cast<float>(std::clamp(number, -largest, largest));
  if (nearest == 0 && number != 0) return std::nullopt;
  return nearest;
}

std::optional<Values> convert_exactly(const Values& values, const TypeRef& to) {
  Values converted(to, values.count());
  const bool done = visit_number(values.type()->type_class, [&](auto from) {
    return visit_number(to->type_class, [&](auto target) {
      return convert_all<decltype(from), decltype(target)>(values, converted);
    });
  });
  if (!done) return std::nullopt;
  return converted;
}

}  // namespace ncf::model
