// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Goes from a numeric type known at run time to one known at compile time, and reads numbers in
// memory. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "model/types/type.hpp"

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

}  // namespace ncf::model
