// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// One value of any type as CDL writes it in any context: numbers without suffixes, strings in
// quotes, compounds and lists in braces. Pure functions, any thread.
// source: ncgen(1), "CDL Notation"
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "cdl/write/number_text.hpp"
#include "model/types/type.hpp"
#include "ncf/cdl_style.hpp"

namespace ncf::cdl {

/// Writes a floating-point number as data shows it, NaN and infinities too.
/// to: `longest_number` characters. Returns the end.
char* put_float(char* to, float value, const CdlStyle& style, Point point = Point::where_needed);
char* put_float(char* to, double value, const CdlStyle& style, Point point = Point::where_needed);

/// Appends the same.
template <class Float>
void append_float(std::string& out, Float value, const CdlStyle& style,
                  Point point = Point::where_needed) {
  std::array<char, longest_number> text;
  out.append(text.data(), put_float(text.data(), value, style, point));
}

/// Appends the value of `type` at `value`, which need not be aligned.
void append_value(std::string& out, const model::Type& type, const std::byte* value,
                  const CdlStyle& style);

/// Appends `count` of these with commas between them; characters as one text.
void append_value_list(std::string& out, const model::Type& type, const std::byte* values,
                       std::size_t count, const CdlStyle& style);

/// Returns the name of the enumeration member with this value; empty if there is none.
std::string_view member_name(const model::Type& enumeration, const std::byte* value);

}  // namespace ncf::cdl
