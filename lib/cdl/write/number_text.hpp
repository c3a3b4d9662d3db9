// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers as text, the same as printf's but many times faster: if 128 bits are enough, as they are
// for all floats and nearly all doubles in practice, a number is scaled and rounded as an exact
// integer. Pure functions, any thread.
#pragma once

#include <cstddef>

namespace ncf::cdl {

/// The space for any number written here.
inline constexpr std::size_t longest_number = 40;

/// How a number without a fraction is written.
enum class Point {
  where_needed,  ///< "1", "1e+10": printf's %g
  always         ///< "1.", "1.e+10": distinguishes it from an integer in CDL
};

/// Writes `value`, which is finite, with at most `digits` significant digits (1 to 20), rounded as
/// printf("%.*g") rounds, without zeros at the end of a fraction. to: `longest_number` characters.
/// Returns the end.
char* put_general(char* to, double value, int digits, Point point = Point::where_needed);

/// Writes the shortest text that reads back to `value`, which is finite. The text of a float does
/// so even if it is read as a double first, as ncgen does. Otherwise as `put_general`.
char* put_shortest(char* to, float value, Point point = Point::where_needed);
char* put_shortest(char* to, double value, Point point = Point::where_needed);

}  // namespace ncf::cdl
