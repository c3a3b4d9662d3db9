// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers as CDL writes them, and their values in the types of netCDF. Pure functions; for text
// that is not such a constant, BadLiteral is thrown.
//
// source: grammar/cdl.ebnf, "Constants"; ncgen(1), "Constant Notation"
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/values/type.hpp"

namespace ncf::cdl {

/// Why a text is not a constant, and where in the text.
struct BadLiteral {
  std::string reason;
  std::size_t offset = 0;
};

/// A number as written. Its type is that of an untyped attribute with this single value.
struct Number {
  model::TypeClass type = model::TypeClass::int_;
  bool is_real = false;
  double real = 0;              ///< for float constants the value of the float
  std::uint64_t magnitude = 0;  ///< of an integer, or of a real constant without its fraction
  bool is_negative = false;
  bool has_fraction = false;
  /// For a real constant: NaN, infinite, or an integer part beyond 64 bits, so without `magnitude`.
  bool is_beyond_integers = false;
  /// A hexadecimal or octal constant or a character: it is meant as a bit pattern if it fits the
  /// bits of a type but not its range.
  bool is_bits = false;
  /// For an integer constant with a suffix: the value did not fit its type. It is the value of its
  /// bit pattern (65535s is -1s), or has a wider type (3000000000000l is an int64).
  bool is_adjusted = false;
  /// For a real constant: it was too large for its type and is infinite, or too small and is 0.
  bool has_overflowed = false;
  bool has_vanished = false;

  friend bool operator==(const Number&, const Number&) = default;
};

/// Reads a token of kind number, or any text that may be one.
Number parse_number(std::string_view text);

/// Returns a real number that no digits state. type: float or double.
Number real_number(double value, model::TypeClass type) noexcept;

/// Reads `NaN`, `Infinity`, `Inff` and their like, the only numbers that look like names.
std::optional<Number> find_named_number(std::string_view text) noexcept;

/// Returns the other integer with the same pattern of `bits` bits: -56 for 200 with 8 bits, and the
/// reverse. number: not 0, of that many bits.
Number with_same_bits(Number number, int bits) noexcept;

/// Returns a number as text where a string is required: "5", "2.5".
std::string format_number(const Number& number);

// ---- As a value of a type ----

/// The loss in a conversion.
enum class Conversion {
  exact,          ///< none, or digits of a fraction beyond the type's precision
  reinterpreted,  ///< none: a decimal integer outside the type's range became its bits
  truncated,      ///< the fraction of a real number
  rounded,        ///< an integer with more digits than the float or double can hold
  infinite,       ///< a number too large for its type became infinite
  vanished,       ///< a number too small for its type became 0
};

/// Stores `number` as one value of the atomic, numeric or char, type at `to`, converted as in C: a
/// real constant without a suffix is first a double, then a float. For an integer type, it is cut
/// at its point and keeps all its digits; C would round it to a double first. An integer outside
/// its type's range is a bit pattern if it has no more bits than the type; with more bits it is
/// refused, where C would wrap around.
/// throws: BadLiteral if the type cannot hold it.
Conversion convert_number(const Number& number, const model::Type& type, std::byte* to);

}  // namespace ncf::cdl
