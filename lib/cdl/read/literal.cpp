// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/literal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "base/text/real_text.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

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

int digit_value(char c) {
  if (base::is_digit(c)) return c - '0';
  const char lower = base::to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

/// Returns the value of `digits` in `radix`.
std::uint64_t read_digits(std::string_view digits, unsigned radix, std::size_t offset) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const auto digit = static_cast<unsigned>(digit_value(digits[i]));
    if (digit >= radix) {
      if (radix != 8) throw text_after_number(digits.substr(i), offset + i);
      throw BadLiteral{fmt::format("'{}' in an octal number", digits[i]), offset + i};
    }
    std::uint64_t next = 0;
    if (__builtin_mul_overflow(value, std::uint64_t{radix}, &next) ||
        __builtin_add_overflow(next, std::uint64_t{digit}, &next)) {
      throw BadLiteral{"an integer beyond 64 bits", 0};
    }
    value = next;
  }
  return value;
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

Number parse_hexadecimal(std::string_view text, std::size_t begin) {
  const std::size_t digits = begin + 2;
  // Here, b is a digit.
  const std::size_t end =
      std::min(text.find_first_not_of("0123456789abcdefABCDEF", digits), text.size());
  if (end == digits) throw BadLiteral{"no digits after 0x", digits};
  Number number;
  number.is_bits = true;
  number.is_negative = text.front() == '-';
  number.magnitude = read_digits(text.substr(digits, end - digits), 16, digits);
  return finish_integer(number, text.substr(end), end);
}

Number parse_integer(std::string_view text, std::size_t begin) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
  const std::string_view digits = text.substr(begin, end - begin);
  Number number;
  number.is_negative = text.front() == '-';
  number.is_bits = digits.size() > 1 && digits.front() == '0';
  number.magnitude = read_digits(digits, number.is_bits ? 8 : 10, begin);
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

constexpr const char* octal_escape_rule = "an octal escape has three digits, \\000 to \\377";
constexpr const char* hexadecimal_escape_rule =
    "a hexadecimal escape has two digits, \\x00 to \\xff";

/// Reads the `count` digits of an escape at `at`, which moves past them.
char read_escape_digits(std::string_view text, std::size_t& at, std::size_t count, unsigned radix) {
  const std::string_view digits = text.substr(at, count);
  const bool are_digits = std::all_of(digits.begin(), digits.end(), [&](char digit) {
    return static_cast<unsigned>(digit_value(digit)) < radix;
  });
  if (digits.size() != count || !are_digits) {
    throw BadLiteral{radix == 8 ? octal_escape_rule : hexadecimal_escape_rule, at};
  }
  at += count;
  return static_cast<char>(read_digits(digits, radix, 0));
}

/// Reads one escape of a string or character; `at` is after its backslash and moves past it.
char read_escape(std::string_view text, std::size_t& at) {
  const char c = text[at++];
  switch (c) {
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    case '?':
      return '\x7F';
    case 'x':
    case 'X':
      return read_escape_digits(text, at, 2, 16);
    default:
      if (c < '0' || c > '7') return c;
      if (c > '3') throw BadLiteral{octal_escape_rule, at - 1};
      --at;
      return read_escape_digits(text, at, 3, 8);
  }
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
    return parse_hexadecimal(text, begin);
  }
  const bool is_real = unsigned_text.find_first_of(".eEfFdD") != std::string_view::npos;
  return is_real ? parse_real(text, begin) : parse_integer(text, begin);
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

Number parse_character(std::string_view text) {
  const std::string_view inside = text.substr(1, text.size() - 2);
  char value = 0;
  if (inside == "\\0") {
    value = '\0';
  } else if (inside.size() > 1 && inside.front() == '\\') {
    std::size_t at = 1;
    value = read_escape(inside, at);
    if (at != inside.size()) throw BadLiteral{"more than one character", 1 + at};
  } else if (inside.size() == 1) {
    value = inside.front();
  } else {
    throw BadLiteral{inside.empty() ? "no character between the quotes"
                                    : "more than one byte between single quotes",
                     1};
  }
  // A byte, signed or unsigned.
  Number number;
  number.type = TypeClass::byte_;
  number.magnitude = static_cast<unsigned char>(value);
  number.is_bits = true;
  return number;
}

std::string parse_string(std::string_view text) {
  std::string value;
  value.reserve(text.size());
  for (std::size_t at = 1; at + 1 < text.size();) {
    const std::size_t plain_end = std::min(text.find('\\', at), text.size() - 1);
    value.append(text, at, plain_end - at);
    at = plain_end;
    if (at + 1 >= text.size()) break;
    ++at;
    value += read_escape(text.substr(0, text.size() - 1), at);
  }
  return value;
}

std::size_t offset_in_literal(std::string_view text, std::size_t offset) {
  const std::string_view inside = text.substr(0, text.size() - 1);
  std::size_t at = 1;
  for (; offset > 0 && at < inside.size(); --offset) {
    if (inside[at++] == '\\' && at < inside.size()) (void)read_escape(inside, at);
  }
  return at;
}

std::string parse_name(std::string_view text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    name += text[i];
  }
  return base::to_nfc(name);
}

bool fits_bits(const Number& number, int bits) noexcept {
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  return number.magnitude <= (number.is_negative ? sign : sign - 1 + sign);
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

}  // namespace ncf::cdl
