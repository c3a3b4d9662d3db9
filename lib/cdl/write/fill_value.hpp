// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which values of a variable are shown as `_`. Pure functions, any thread.
// source: netcdf-c 4.9.0, ncdump
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <type_traits>

#include "model/schema.hpp"

namespace ncf::cdl {

/// One value: that of the attribute _FillValue where it is one of the variable's type, or netCDF's
/// own for the type. Empty for types that have none: bytes, where any value may be meant, and
/// user-defined ones.
std::optional<model::Values> fill_value_of(const model::Variable& variable);

/// Whether a number counts as the fill value: a floating-point one also where rounding lies between
/// them, and NaN equals NaN.
template <class Number>
bool is_fill(Number value, Number fill) noexcept {
  if constexpr (std::is_floating_point_v<Number>) {
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
bool is_fill(const model::Type& type, const std::byte* value, const std::byte* fill);

}  // namespace ncf::cdl
