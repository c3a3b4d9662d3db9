// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the numbers that mark missing data. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <optional>

#include "model/schema/schema.hpp"
#include "model/values/values.hpp"

namespace ncf::model {

/// Returns `_FillValue`, or netCDF's default if there is none, and then the values of
/// `missing_value`, all in the variable's type, without those that it cannot hold. Bytes have no
/// default. Empty for types that are not numbers.
[[nodiscard]] Values missing_markers_of(const Variable& variable);

/// Converts one of the numbers of `missing_value` to the variable's type; empty if that cannot hold
/// it. Doubles become the nearest float, because programs often write the `missing_value` of floats
/// as a double.
[[nodiscard]] std::optional<Values> to_marker(const Values& values, std::size_t i,
                                              const TypeRef& type);

}  // namespace ncf::model
