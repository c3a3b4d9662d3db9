// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of types that are known at run time: reads, converts and subtracts them. Pure
// functions, any thread.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/values/values.hpp"

namespace ncf::model {

/// Returns the number at `at`, which need not be aligned.
template <class Value>
Value load(const std::byte* at) noexcept {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class Value>
void store(std::byte* at, const Value& value) noexcept {
  std::memcpy(at, &value, sizeof value);
}

/// Calls `visit` with a zero of the C++ type of `type_class` and returns its result. For types that
/// are not numbers, returns a default value, for example false.
template <class Visit>
std::invoke_result_t<Visit, double> visit_number(TypeClass type_class, Visit visit) {
  switch (type_class) {
    case TypeClass::byte_:
      return visit(std::int8_t{});
    case TypeClass::ubyte:
      return visit(std::uint8_t{});
    case TypeClass::short_:
      return visit(std::int16_t{});
    case TypeClass::ushort:
      return visit(std::uint16_t{});
    case TypeClass::int_:
      return visit(std::int32_t{});
    case TypeClass::uint:
      return visit(std::uint32_t{});
    case TypeClass::int64:
      return visit(std::int64_t{});
    case TypeClass::uint64:
      return visit(std::uint64_t{});
    case TypeClass::float_:
      return visit(float{});
    case TypeClass::double_:
      return visit(double{});
    default:
      return std::invoke_result_t<Visit, double>();
  }
}

/// Does the same, and calls `visit` with a char for characters.
template <class Visit>
auto visit_number_or_character(TypeClass type_class, Visit visit) {
  return type_class == TypeClass::char_ ? visit(char{}) : visit_number(type_class, visit);
}

/// Returns the number at `value`, of an integer type.
inline std::int64_t integer_at(TypeClass type_class, const std::byte* value) {
  return visit_number(type_class, [&](auto like) {
    return static_cast<std::int64_t>(load<decltype(like)>(value));
  });
}

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

/// Returns second - first. A small difference is exact, even for integers that a double cannot
/// hold.
template <class Number>
double difference(Number first, Number second) noexcept {
  if constexpr (std::is_integral_v<Number> && sizeof(Number) >= sizeof(double)) {
    using Unsigned = std::make_unsigned_t<Number>;
    const auto a = static_cast<Unsigned>(first);
    const auto b = static_cast<Unsigned>(second);
    return second < first ? -static_cast<double>(a - b) : static_cast<double>(b - a);
  } else if constexpr (sizeof(Number) > sizeof(double)) {
    return static_cast<double>(second - first);
  } else {
    return static_cast<double>(second) - static_cast<double>(first);
  }
}

/// Returns the same numbers in numeric type `to`; empty if one of them has no equal there (NaN has
/// one in every floating-point type) or a type is not numeric.
std::optional<Values> convert_exactly(const Values& values, const TypeRef& to);

/// Returns the same numbers in an integer type, and the nearest ones in a floating-point type.
/// Empty if a type is not numeric, an integer type lacks one of them, or a double has no nearest
/// float.
std::optional<Values> convert_to_nearest(const Values& values, const TypeRef& to);

/// Returns the doubles nearest to numbers; empty for values of other types.
std::vector<double> to_doubles(const Values& values);

}  // namespace ncf::model
