// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Real numbers as text, the same in every locale: strtod and its like take the decimal point of
// LC_NUMERIC, which belongs to the program that uses the library. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace ncf::base {

/// A number at the front of a text.
template <typename T>
struct RealText {
  T value = 0;                  ///< the nearest one; infinite or 0 if the type has no near one
  std::size_t used = 0;         ///< bytes of the text; 0 if it begins with no number
  bool has_overflowed = false;  ///< finite as written, infinite as a T
};

/// Reads decimal digits with an optional minus, fraction and exponent, "inf" and "nan".
/// T: float or double.
template <typename T>
RealText<T> read_real(std::string_view text) noexcept;

}  // namespace ncf::base
