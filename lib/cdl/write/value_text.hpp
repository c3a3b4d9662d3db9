// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// One value of any type as CDL writes it in any context: numbers without suffixes, strings in
// quotes, compounds and lists in braces; and which values of a variable are shown as `_`. Pure
// functions, any thread.
// source: ncgen(1), "CDL Notation"
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "cdl/write/number_text.hpp"
#include "model/schema/schema.hpp"
#include "model/values/type.hpp"
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

/// Returns a number as a double, as dates need it.
double number_at(model::TypeClass type, const std::byte* value);

/// Appends the value of `type` at `value`, which need not be aligned.
void append_value(std::string& out, const model::Type& type, const std::byte* value,
                  const CdlStyle& style);

/// Appends `count` of these with commas between them; characters as one text.
void append_value_list(std::string& out, const model::Type& type, const std::byte* values,
                       std::size_t count, const CdlStyle& style);

/// Returns the name of the enumeration member with this value; empty if there is none.
std::string_view member_name(const model::Type& enumeration, const std::byte* value);

// ---- Fill values ----

/// Returns one value: that of the attribute _FillValue if it is one value of the variable's type,
/// or netCDF's default for the type. Empty for types without a default (bytes, where any value may
/// be meant, and user-defined types), and for enumerations in which the mark of fill values is a
/// member.
/// source: netcdf-c 4.9.0, ncdump
std::optional<model::Values> find_fill_value(const model::Variable& variable);

/// When a floating-point number counts as the fill value. NaN always equals NaN.
enum class FillMatch {
  near,  ///< also if they differ only by rounding, as in ncdump
  exact
};

/// Returns whether a number counts as the fill value.
template <class Number>
bool is_fill(Number value, Number fill, FillMatch match) noexcept {
  if constexpr (std::is_floating_point_v<Number>) {
    if (match == FillMatch::exact) {
      return (value == fill && std::signbit(value) == std::signbit(fill)) ||
             (std::isnan(value) && std::isnan(fill));
    }
    if ((fill > 0) != (value > 0)) return false;
    if (std::isfinite(fill) && std::isfinite(value)) {
      return std::abs(fill - value) <= std::abs(std::numeric_limits<Number>::epsilon() * value);
    }
    return (std::isnan(fill) && std::isnan(value)) || (std::isinf(fill) && std::isinf(value));
  } else {
    return value == fill;
  }
}

/// Does the same for values of any type.
bool is_fill(const model::Type& type, const std::byte* value, const std::byte* fill,
             FillMatch match);

}  // namespace ncf::cdl
