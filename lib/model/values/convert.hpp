// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts numbers of one type to another.
#pragma once

#include <optional>
#include <vector>

#include "model/values/values.hpp"

namespace ncf::model {

/// Returns the same numbers in numeric type `to`; empty if one of them has no equal there (NaN has
/// one in every floating-point type) or a type is not numeric.
std::optional<Values> convert_exactly(const Values& values, const TypeRef& to);

/// Returns the same numbers in an integer type, and the nearest ones in a floating-point type.
/// Empty if a type is not numeric, an integer type lacks one of them, or a double has no nearest
/// float.
std::optional<Values> convert_to_nearest(const Values& values, const TypeRef& to);

/// Returns the doubles nearest to numbers; empty for values of other types.
std::vector<double> to_doubles(const Values& values);

/// Returns the nearest float; empty for a finite number beyond all floats, and for one so small
/// that the nearest is 0.
std::optional<float> nearest_float(double number);

}  // namespace ncf::model
