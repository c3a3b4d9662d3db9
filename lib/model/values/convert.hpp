// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts numbers of one type to another if nothing is lost.
#pragma once

#include <optional>

#include "model/values/values.hpp"

namespace ncf::model {

/// Returns the same numbers in numeric type `to`; empty if one of them has no equal there (NaN has
/// one in every floating-point type) or a type is not numeric.
std::optional<Values> convert_exactly(const Values& values, const TypeRef& to);

/// Returns the nearest float; empty for a finite number beyond all floats, and for one so small
/// that the nearest is 0.
std::optional<float> nearest_float(double number);

}  // namespace ncf::model
