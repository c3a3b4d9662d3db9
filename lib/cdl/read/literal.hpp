// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Constants as CDL writes them: numbers with their suffixes, characters, strings, names with their
// backslashes. Pure functions; text that is no such constant is a reason, thrown as BadLiteral.
//
// source: grammar/cdl.ebnf, "Constants"; ncgen(1), "Constant Notation"
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/type.hpp"

namespace ncf::cdl {

/// Why a text is no constant, and where in the text.
struct BadLiteral {
  std::string reason;
  std::size_t offset = 0;
};

/// A number as written. Its type is what an untyped attribute of it alone has.
struct Number {
  model::TypeClass type = model::TypeClass::int_;
  bool is_real = false;
  double real = 0;              ///< of float constants the float's value
  std::uint64_t magnitude = 0;  ///< of an integer, and its sign
  bool is_negative = false;
  /// A hexadecimal or octal constant or a character: what does not fit a type but its bits is
  /// meant so.
  bool is_bits = false;
  /// Of an integer constant with a suffix: the value did not fit its type. It is what its bits
  /// mean in it, as 65535s is -1s, or of a wider type, as 3000000000000l is of type int64.
  bool is_adjusted = false;
  /// Of a real constant: it was too large, and is infinite.
  bool has_overflowed = false;

  friend bool operator==(const Number&, const Number&) = default;
};

/// Reads a token of kind number, or any text that may be one.
Number parse_number(std::string_view text);

/// Reads `NaN`, `Infinity`, `Inff` and their like, the only numbers that look like names.
std::optional<Number> find_named_number(std::string_view text) noexcept;

/// Reads a token of kind character: a byte.
Number parse_character(std::string_view text);

/// Reads a token of kind string, to the bytes it stands for.
std::string parse_string(std::string_view text);

/// Where in a token of kind string the byte stands that is at `offset` of what it stands for.
std::size_t offset_in_literal(std::string_view text, std::size_t offset);

/// A name without its backslashes, in Unicode's form C.
std::string parse_name(std::string_view text);

/// Whether an integer is one of `bits` bits, with or without a sign. What fits the bits of a type
/// but not its range is taken as a bit pattern: nothing is lost.
bool fits_bits(const Number& number, int bits) noexcept;

/// The other integer that the pattern of `bits` bits stands for: -56 for 200 of 8 bits, and back.
/// number: not 0, of that many bits.
Number with_same_bits(Number number, int bits) noexcept;

/// A number as a string holds it where a string is wanted: "5", "2.5".
std::string format_number(const Number& number);

}  // namespace ncf::cdl
