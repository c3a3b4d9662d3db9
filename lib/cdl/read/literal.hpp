// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Constants in quotes, names with their backslashes, and the only function of CDL. Pure functions;
// for text that is not such a constant, BadLiteral is thrown.
//
// source: grammar/cdl.ebnf, "Constants"; ncgen(1), "Constant Notation"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cdl/read/number.hpp"

namespace ncf::cdl {

/// Reads a token of kind character: a byte.
Number parse_character(std::string_view text);

/// Reads a token of kind string to its bytes.
std::string parse_string(std::string_view text);

/// Returns the position in a token of kind string of the byte at `offset` of its value.
std::size_t offset_in_literal(std::string_view text, std::size_t offset);

/// Returns a name without its backslashes, in Unicode normalization form C.
std::string parse_name(std::string_view text);

/// Returns the value of time("2000-01-02 03:04:05"): the hours from 1970-01-01 00:00 to `date`. Its
/// form is "YEAR-MONTH-DAY HOUR:MINUTE:SECOND", and everything after the year may be left out. As
/// in ncgen, the calendar is always Gregorian, even for dates before it began.
double hours_since_1970(std::string_view date);

}  // namespace ncf::cdl
