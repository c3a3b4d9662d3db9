// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/number.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>

#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "base/text/real_text.hpp"
#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

// ---- As written ----

/// A suffix of an integer, and the types that it selects.
struct Suffix {
  std::string_view letters;  ///< without u, in lower case
  TypeClass with_sign;
  TypeClass without_sign;
  int bits;
};

constexpr Suffix long_suffix{"ll", TypeClass::int64, TypeClass::uint64, 64};
constexpr std::array<Suffix, 4> suffixes{{
    {"b", TypeClass::byte_, TypeClass::ubyte, 8},
    {"s", TypeClass::short_, TypeClass::ushort, 16},
    {"l", TypeClass::int_, TypeClass::uint, 32},
    long_suffix,
}};

BadLiteral text_after_number(std::string_view text, std::size_t offset) {
  constexpr std::size_t max_bytes = 40;
  return {fmt::format("text after a number: '{}'", base::printable(text, max_bytes)), offset};
}

/// Returns the type of an integer without a suffix: the first of these types that can hold it.
TypeClass smallest_type(const Number& number) {
  const std::uint64_t max_below_zero = std::uint64_t{1} << 63U;
  if (number.is_negative) {
    if (number.magnitude > max_below_zero) throw BadLiteral{"an integer beyond 64 bits", 0};
    return number.magnitude <= std::uint64_t{1} << 31U ? TypeClass::int_ : TypeClass::int64;
  }
  if (number.magnitude <= std::numeric_limits<std::int32_t>::max()) return TypeClass::int_;
  return number.magnitude <= std::numeric_limits<std::uint32_t>::max() ? TypeClass::uint
                                                                       : TypeClass::uint64;
}

/// Returns whether an integer has at most `bits` bits, signed or unsigned. If it fits the bits of a
/// type but not its range, it is taken as a bit pattern, which loses nothing.
bool fits_bits(const Number& number, int bits) noexcept {
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  return number.magnitude <= (number.is_negative ? sign : sign - 1 + sign);
}

/// Gives an integer the type of its suffix, or its bits in this type. `l` means 32 bits if they are
/// enough, otherwise 64.
void apply_suffix(Number& number, const Suffix& suffix, bool is_unsigned) {
  if (is_unsigned && number.is_negative) {
    throw BadLiteral{"an unsigned integer below zero", 0};
  }
  if (!fits_bits(number, suffix.bits)) {
    if (suffix.letters != "l") {
      throw BadLiteral{fmt::format("does not fit {} bits", suffix.bits), 0};
    }
    apply_suffix(number, long_suffix, is_unsigned);
    number.is_adjusted = true;
    return;
  }
  number.type = is_unsigned ? suffix.without_sign : suffix.with_sign;
  const bool is_value = (number.magnitude >> (suffix.bits - 1)) == 0;
  if (is_unsigned || number.is_negative || is_value) return;
  number = with_same_bits(number, suffix.bits);
  number.is_adjusted = !number.is_bits;
}

/// Splits the suffix off an integer: `u` before or after one of the others, or alone.
Number finish_integer(Number number, std::string_view letters, std::size_t offset) {
  std::string lower;
  for (const char c : letters) lower += base::to_lower(c);
  bool is_unsigned = false;
  std::string_view rest = lower;
  if (rest.starts_with('u')) {
    is_unsigned = true;
    rest.remove_prefix(1);
  } else if (rest.ends_with('u')) {
    is_unsigned = true;
    rest.remove_suffix(1);
  }
  if (is_unsigned && rest.empty()) rest = "l";
  if (rest.empty()) {
    number.type = smallest_type(number);
    return number;
  }
  for (const Suffix& suffix : suffixes) {
    if (rest != suffix.letters) continue;
    apply_suffix(number, suffix, is_unsigned);
    return number;
  }
  throw text_after_number(letters, offset);
}

/// Parses an integer whose digits begin at `begin`, after its sign and 0x.
Number parse_integer(std::string_view text, std::size_t begin, int radix) {
  Number number;
  number.is_bits = radix != 10;
  number.is_negative = text.front() == '-';
  const char* const text_end = text.data() + text.size();
  const auto [stop, error] =
      std::from_chars(text.data() + begin, text_end, number.magnitude, radix);
  if (error == std::errc::invalid_argument) throw BadLiteral{"no digits after 0x", begin};
  if (error != std::errc{}) throw BadLiteral{"an integer beyond 64 bits", 0};
  const auto end = static_cast<std::size_t>(stop - text.data());
  if (stop != text_end && base::is_digit(*stop)) {
    throw BadLiteral{fmt::format("'{}' in an octal number", *stop), end};
  }
  return finish_integer(number, text.substr(end), end);
}

Number parse_real(std::string_view text, std::size_t begin) {
  const char last = base::to_lower(text.back());
  const bool is_float = last == 'f';
  const bool has_suffix = is_float || last == 'd' || last == 'l';
  const std::string_view digits = text.substr(begin, text.size() - begin - (has_suffix ? 1 : 0));
  const auto finish = [&](const auto& real) {
    const std::size_t end = begin + real.used;
    if (real.used == 0) throw BadLiteral{"not a number", begin};
    if (real.used != digits.size()) throw text_after_number(text.substr(end), end);
    Number number;
    number.type = is_float ? TypeClass::float_ : TypeClass::double_;
    number.is_real = true;
    number.is_negative = text.front() == '-';
    number.real = number.is_negative ? -real.value : real.value;
    number.has_overflowed = real.has_overflowed;
    number.has_vanished = real.has_vanished;
    // An integer type holds more digits than the nearest double.
    const base::CutDecimal cut = base::cut_decimal(digits);
    number.magnitude = cut.integer.value_or(0);
    number.is_beyond_integers = !cut.integer;
    number.has_fraction = cut.has_fraction;
    return number;
  };
  return is_float ? finish(base::read_real<float>(digits))
                  : finish(base::read_real<double>(digits));
}

// ---- As a value of a type ----

[[noreturn]] void refuse(const model::Type& type) {
  throw BadLiteral{"does not fit " + type.name, 0};
}

template <typename T>
Conversion integer_to_integer(const Number& number, const model::Type& type, std::byte* to) {
  if (!fits_bits(number, 8 * static_cast<int>(sizeof(T)))) refuse(type);
  const std::uint64_t bits = number.is_negative ? 0 - number.magnitude : number.magnitude;
  const T value = static_cast<T>(bits);
  model::store(to, value);
  const bool is_same = (value < 0) == (number.is_negative && number.magnitude > 0);
  return is_same || number.is_bits ? Conversion::exact : Conversion::reinterpreted;
}

template <typename T>
Conversion real_to_integer(const Number& number, const model::Type& type, std::byte* to) {
  if (number.is_beyond_integers) refuse(type);
  const Conversion conversion = integer_to_integer<T>(number, type, to);
  if (conversion == Conversion::reinterpreted) refuse(type);
  return number.has_fraction ? Conversion::truncated : conversion;
}

template <typename T>
Conversion integer_to_real(const Number& number, std::byte* to) {
  const auto value = static_cast<T>(number.magnitude);
  model::store(to, number.is_negative ? -value : value);
  const int significant_bits =
      static_cast<int>(std::bit_width(number.magnitude)) - std::countr_zero(number.magnitude);
  return significant_bits > std::numeric_limits<T>::digits ? Conversion::rounded
                                                           : Conversion::exact;
}

template <typename T>
Conversion to_real(const Number& number, std::byte* to) {
  if (!number.is_real) return integer_to_real<T>(number, to);
  const T value = static_cast<T>(number.real);
  model::store(to, value);
  const bool became_infinite = std::isinf(value) && !std::isinf(number.real);
  if (became_infinite || number.has_overflowed) return Conversion::infinite;
  const bool became_zero = value == 0 && number.real != 0;
  return became_zero || number.has_vanished ? Conversion::vanished : Conversion::exact;
}

template <typename T>
Conversion to_integer(const Number& number, const model::Type& type, std::byte* to) {
  return number.is_real ? real_to_integer<T>(number, type, to)
                        : integer_to_integer<T>(number, type, to);
}

/// Stores a number of type byte or ubyte as a character.
Conversion to_character(const Number& number, std::byte* to) {
  const bool is_byte = number.type == TypeClass::byte_ || number.type == TypeClass::ubyte;
  if (!is_byte) {
    throw BadLiteral{"not a character; write it as '\\ooo' or as a string", 0};
  }
  const std::uint64_t bits = number.is_negative ? 0 - number.magnitude : number.magnitude;
  model::store(to, static_cast<unsigned char>(bits));
  return Conversion::exact;
}

}  // namespace

Number parse_number(std::string_view text) {
  const std::size_t begin = text.front() == '+' || text.front() == '-' ? 1 : 0;
  const std::string_view unsigned_text = text.substr(begin);
  if (const auto named = find_named_number(text); named) return *named;
  if (unsigned_text.empty() ||
      (!base::is_digit(unsigned_text.front()) && unsigned_text.front() != '.')) {
    throw BadLiteral{"not a number", begin};
  }
  if (unsigned_text.starts_with("0x") || unsigned_text.starts_with("0X")) {
    return parse_integer(text, begin + 2, 16);
  }
  const bool is_real = unsigned_text.find_first_of(".eEfFdD") != std::string_view::npos;
  if (is_real) return parse_real(text, begin);
  const bool is_octal =
      unsigned_text.size() > 1 && unsigned_text.front() == '0' && base::is_digit(unsigned_text[1]);
  return parse_integer(text, begin, is_octal ? 8 : 10);
}

Number real_number(double value, TypeClass type) noexcept {
  Number number;
  number.type = type;
  number.is_real = true;
  number.real = value;
  number.is_negative = std::signbit(value);
  const double integer = std::trunc(std::abs(value));
  number.is_beyond_integers = !(integer < std::ldexp(1.0, 64));
  if (number.is_beyond_integers) return number;
  number.magnitude = static_cast<std::uint64_t>(integer);
  number.has_fraction = integer != std::abs(value);
  return number;
}

std::optional<Number> find_named_number(std::string_view text) noexcept {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const bool is_negative = text.starts_with('-');
  const bool has_sign = is_negative || text.starts_with('+');
  const std::string_view name = text.substr(has_sign ? 1 : 0);
  const double with_sign = is_negative ? -infinity : infinity;
  if (name == "Infinity") return real_number(with_sign, TypeClass::double_);
  if (name == "Infinityf" || name == "Inff") return real_number(with_sign, TypeClass::float_);
  if (has_sign) return std::nullopt;
  if (name == "DoubleInf") return real_number(infinity, TypeClass::double_);
  if (name == "FloatInf") return real_number(infinity, TypeClass::float_);
  if (name == "NaN" || name == "nan") return real_number(nan, TypeClass::double_);
  if (name == "NaNf" || name == "nanf") return real_number(nan, TypeClass::float_);
  return std::nullopt;
}

Number with_same_bits(Number number, int bits) noexcept {
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  number.magnitude = sign - number.magnitude + sign;
  number.is_negative = !number.is_negative;
  return number;
}

std::string format_number(const Number& number) {
  if (number.is_real) return fmt::format("{:.8g}", number.real);
  return fmt::format("{}{}", number.is_negative ? "-" : "", number.magnitude);
}

Conversion convert_number(const Number& number, const model::Type& type, std::byte* to) {
  if (type.type_class == TypeClass::char_) return to_character(number, to);
  if (!type.is_number()) {
    throw BadLiteral{fmt::format("a number where {} is expected", type.name), 0};
  }
  return model::visit_number(type.type_class, [&](auto like) {
    using Wanted = decltype(like);
    if constexpr (std::is_floating_point_v<Wanted>) {
      return to_real<Wanted>(number, to);
    } else {
      return to_integer<Wanted>(number, type, to);
    }
  });
}

}  // namespace ncf::cdl
