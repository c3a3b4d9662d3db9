// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts numbers as written to numbers of a type, as C does: a real constant without a suffix is
// first a double, then a float. For an integer type, it is cut at its point and keeps all its
// digits; C would round it to a double first. An integer outside its type's range is a bit
// pattern if it has no more bits than the type; with more bits it is refused, where C would wrap
// around. Pure functions.
#pragma once

#include <cstddef>

#include "cdl/read/literal.hpp"
#include "model/values/type.hpp"

namespace ncf::cdl {

/// The loss in a conversion.
enum class Conversion {
  exact,          ///< none, or digits of a fraction beyond the type's precision
  reinterpreted,  ///< none: a decimal integer outside the type's range became its bits
  truncated,      ///< the fraction of a real number
  rounded,        ///< an integer with more digits than the float or double can hold
  infinite,       ///< a number too large for its type became infinite
  vanished,       ///< a number too small for its type became 0
};

/// Stores `number` as one value of the atomic, numeric or char, type at `to`.
/// throws: BadLiteral if the type cannot hold it.
Conversion convert_number(const Number& number, const model::Type& type, std::byte* to);

}  // namespace ncf::cdl
