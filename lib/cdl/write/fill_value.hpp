// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Tells which values of a variable are shown as `_`. Pure functions, any thread.
// source: netcdf-c 4.9.0, ncdump
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <type_traits>

#include "model/schema/schema.hpp"

namespace ncf::cdl {

/// Returns one value: that of the attribute _FillValue if it is one value of the variable's type,
/// or netCDF's default for the type. Empty for types without a default (bytes, where any value may
/// be meant, and user-defined types), and for enumerations in which the mark of fill values is a
/// member.
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

/// The same for values of any type.
bool is_fill(const model::Type& type, const std::byte* value, const std::byte* fill,
             FillMatch match);

}  // namespace ncf::cdl
