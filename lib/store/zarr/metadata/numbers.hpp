// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts numbers of netCDF's types to and from JSON. Pure functions, any thread.
#pragma once

#include <cstddef>

#include "base/json/json.hpp"
#include "model/values/values.hpp"

namespace ncf::store::zarr {

/// Sets number `index` of values of a numeric type; returns false if the JSON is not a number, or
/// the integer type cannot represent it. The texts "NaN", "Infinity" and "-Infinity" are numbers,
/// true is 1.
bool set_number(model::Values& values, std::size_t index, const base::Json& json);

/// Returns the JSON of a number; floats are written as the equal double.
base::Json get_number(const model::Values& values, std::size_t index);

/// Returns whether the number, rounded to as many digits as the JSON has, has exactly these digits:
/// true for 0.1 and the double nearest to it, false for 0.10000000000000000000001. False if the
/// JSON is not made of digits.
bool has_digits_of(const base::Json& json, double number);

/// Returns whether `set_number` supports the type.
bool is_numeric(const model::Type& type);

}  // namespace ncf::store::zarr
