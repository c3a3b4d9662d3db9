// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// From a type known when the program runs to one known to the compiler, for numbers.
#pragma once

#include <cstdint>

#include "model/type.hpp"

namespace ncf::model {

/// Calls `visit` with a zero of the C++ type of `type_class` and returns what it does; false for
/// types that are no numbers.
template <class Visit>
bool visit_number(TypeClass type_class, Visit visit) {
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
      return false;
  }
}

}  // namespace ncf::model
