// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// One value of any type as CDL writes it, whatever it stands in: numbers without suffixes, strings
// in quotes, what is made of others in braces. Pure functions, any thread.
// source: ncgen(1), "CDL Notation"
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "cdl/write/number_text.hpp"
#include "model/type.hpp"
#include "ncf/cdl_style.hpp"

namespace ncf::cdl {

/// Appends `value`: a number as data shows it, a float with its NaN and infinities.
void append_number(std::string& out, float value, const CdlStyle& style,
                   Point point = Point::where_needed);
void append_number(std::string& out, double value, const CdlStyle& style,
                   Point point = Point::where_needed);

/// Appends the value of `type` at `value`, which need not be aligned.
void append_value(std::string& out, const model::Type& type, const std::byte* value,
                  const CdlStyle& style);

/// The number at `value`, of an integer type or an enumeration's base.
std::int64_t integer_at(model::TypeClass type, const std::byte* value);

/// The name of the member an enumeration's value is; empty where it is none.
std::string_view member_name(const model::Type& enumeration, const std::byte* value);

/// What is at `at`, which need not be aligned.
template <class Value>
Value load(const std::byte* at) noexcept {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// Calls `visit` with a value of the C++ type that holds `type`, a number or char.
template <class Visit>
decltype(auto) visit_number_type(model::TypeClass type, Visit visit) {
  using enum model::TypeClass;
  switch (type) {
    case byte_:
      return visit(std::int8_t{});
    case char_:
      return visit(char{});
    case ubyte:
      return visit(std::uint8_t{});
    case short_:
      return visit(std::int16_t{});
    case ushort:
      return visit(std::uint16_t{});
    case int_:
      return visit(std::int32_t{});
    case uint:
      return visit(std::uint32_t{});
    case int64:
      return visit(std::int64_t{});
    case uint64:
      return visit(std::uint64_t{});
    case float_:
      return visit(float{});
    default:
      return visit(double{});
  }
}

}  // namespace ncf::cdl
