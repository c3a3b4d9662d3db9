// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads real numbers in the same way in every locale: strtod uses the decimal point of LC_NUMERIC,
// which belongs to the program that uses the library. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace ncf::base {

/// A number at the front of a text.
template <typename T>
struct RealText {
  T value = 0;                  ///< the nearest one; infinite or 0 if it is out of range
  std::size_t used = 0;         ///< bytes of the text; 0 if it does not begin with a number
  bool has_overflowed = false;  ///< finite as written, but infinite as a T
};

/// Reads decimal digits with an optional minus, fraction and exponent, "inf" and "nan".
/// T: float or double.
template <typename T>
RealText<T> read_real(std::string_view text) noexcept;

}  // namespace ncf::base
