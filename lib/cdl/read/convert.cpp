// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/convert.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "model/values/visit_number.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

[[noreturn]] void refuse(const model::Type& type) {
  throw BadLiteral{"does not fit " + type.name, 0};
}

template <typename T>
Conversion integer_to_integer(const Number& number, const model::Type& type, std::byte* to) {
  if (!fits_bits(number, 8 * static_cast<int>(sizeof(T)))) refuse(type);
  const std::uint64_t bits = number.is_negative ? 0 - number.magnitude : number.magnitude;
  const T value = static_cast<T>(bits);
  model::store(to, value);
  const bool is_same = (value < 0) == (number.is_negative && number.magnitude > 0);
  return is_same || number.is_bits ? Conversion::exact : Conversion::reinterpreted;
}

template <typename T>
Conversion real_to_integer(const Number& number, const model::Type& type, std::byte* to) {
  const double above = std::ldexp(1.0, std::numeric_limits<T>::digits);
  const double whole = std::trunc(number.real);
  const double lowest = std::is_signed_v<T> ? -above : 0.0;
  if (!(whole >= lowest && whole < above)) refuse(type);
  model::store(to, static_cast<T>(whole));
  return whole == number.real ? Conversion::exact : Conversion::truncated;
}

template <typename T>
Conversion to_real(const Number& number, std::byte* to) {
  if (!number.is_real) {
    const auto value = static_cast<T>(number.magnitude);
    model::store(to, number.is_negative ? -value : value);
    return Conversion::exact;
  }
  const T value = static_cast<T>(number.real);
  model::store(to, value);
  const bool became_infinite = std::isinf(value) && !std::isinf(number.real);
  return became_infinite || number.has_overflowed ? Conversion::infinite : Conversion::exact;
}

template <typename T>
Conversion to_integer(const Number& number, const model::Type& type, std::byte* to) {
  return number.is_real ? real_to_integer<T>(number, type, to)
                        : integer_to_integer<T>(number, type, to);
}

/// Stores a number of type byte or ubyte as a character.
Conversion to_character(const Number& number, std::byte* to) {
  const bool is_byte = number.type == TypeClass::byte_ || number.type == TypeClass::ubyte;
  if (!is_byte) {
    throw BadLiteral{"not a character; write it as '\\ooo' or as a string", 0};
  }
  const std::uint64_t bits = number.is_negative ? 0 - number.magnitude : number.magnitude;
  model::store(to, static_cast<unsigned char>(bits));
  return Conversion::exact;
}

}  // namespace

Conversion convert_number(const Number& number, const model::Type& type, std::byte* to) {
  if (type.type_class == TypeClass::char_) return to_character(number, to);
  if (!type.is_number()) {
    throw BadLiteral{fmt::format("a number where {} is expected", type.name), 0};
  }
  return model::visit_number(type.type_class, [&](auto like) {
    using Wanted = decltype(like);
    if constexpr (std::is_floating_point_v<Wanted>) {
      return to_real<Wanted>(number, to);
    } else {
      return to_integer<Wanted>(number, type, to);
    }
  });
}

}  // namespace ncf::cdl
