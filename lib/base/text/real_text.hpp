// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and formats real numbers in the same way in every locale: strtod uses the decimal point of
// LC_NUMERIC, which belongs to the program that uses the library. Pure functions, any thread.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace ncf::base {

/// A number at the front of a text.
template <typename T>
struct RealText {
  T value = 0;                  ///< the nearest one; infinite or 0 if it is out of range
  std::size_t used = 0;         ///< bytes of the text; 0 if it does not begin with a number
  bool has_overflowed = false;  ///< finite as written, but infinite as a T
  bool has_vanished = false;    ///< not 0 as written, but 0 as a T
};

/// Reads decimal digits with an optional minus, fraction and exponent, "inf" and "nan".
/// T: float or double.
template <typename T>
RealText<T> read_real(std::string_view text) noexcept;

/// Returns the number that a whole text is, as std::from_chars reads it; empty if it is none.
/// form: the base of an integer, or the std::chars_format of a real number.
template <typename Number, typename... Form>
std::optional<Number> find_number(std::string_view text, Form... form) noexcept {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, form...);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// Returns the fewest digits that read as the same number: "0.001", "250", "1e+20". Powers of ten
/// below -4 and above 15 are written as exponents.
std::string format_real(double value);

/// The digits of a number from the first that is not 0, perhaps with a point among them.
struct Digits {
  std::string_view text;  ///< empty for 0
  long before_point = 0;  ///< with the exponent; negative if zeros follow the point
};

/// Finds the digits of a number, with or without a sign, as `read_real` reads it.
Digits digits_of(std::string_view number) noexcept;

/// A decimal number, cut at its point.
struct CutDecimal {
  std::optional<std::uint64_t> integer;  ///< of 12.5 or 125e-1: 12; empty if beyond 64 bits
  bool has_fraction = false;             ///< other than 0
};

/// Cuts a number by its digits, however many. number: without sign, as `read_real` reads it.
CutDecimal cut_decimal(std::string_view number);

}  // namespace ncf::base
