// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/convert.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "model/values/numbers.hpp"

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
  if (number.is_beyond_integers) refuse(type);
  const Conversion conversion = integer_to_integer<T>(number, type, to);
  if (conversion == Conversion::reinterpreted) refuse(type);
  return number.has_fraction ? Conversion::truncated : conversion;
}

template <typename T>
Conversion integer_to_real(const Number& number, std::byte* to) {
  const auto value = static_cast<T>(number.magnitude);
  model::store(to, number.is_negative ? -value : value);
  const int significant_bits =
      static_cast<int>(std::bit_width(number.magnitude)) - std::countr_zero(number.magnitude);
  return significant_bits > std::numeric_limits<T>::digits ? Conversion::rounded
                                                           : Conversion::exact;
}

template <typename T>
Conversion to_real(const Number& number, std::byte* to) {
  if (!number.is_real) return integer_to_real<T>(number, to);
  const T value = static_cast<T>(number.real);
  model::store(to, value);
  const bool became_infinite = std::isinf(value) && !std::isinf(number.real);
  if (became_infinite || number.has_overflowed) return Conversion::infinite;
  const bool became_zero = value == 0 && number.real != 0;
  return became_zero || number.has_vanished ? Conversion::vanished : Conversion::exact;
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
