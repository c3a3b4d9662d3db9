// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers as written to numbers of a type, as C converts them: a real constant without a suffix is
// a double first, then a float. An integer of as many bits as its type that is outside the type's
// range is a bit pattern; what has more bits, and C would wrap around, is refused. Pure functions.
#pragma once

#include <cstddef>

#include "cdl/read/literal.hpp"
#include "model/type.hpp"

namespace ncf::cdl {

/// What the conversion lost.
enum class Conversion {
  exact,          ///< nothing, or no more than the type's precision
  reinterpreted,  ///< nothing: a decimal integer outside the type's range became its bits
  truncated,      ///< the fraction of a real number
  infinite,       ///< a number too large for its type became infinite
};

/// Stores `number` as one value of the atomic, numeric or char, type at `to`.
/// throws: BadLiteral if the type does not hold it.
Conversion convert_number(const Number& number, const model::Type& type, std::byte* to);

}  // namespace ncf::cdl
