// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/literal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/text/characters.hpp"
#include "cdl/language/calendar.hpp"

namespace ncf::cdl {
namespace {

constexpr const char* octal_escape_rule = "an octal escape has three digits, \\000 to \\377";
constexpr const char* hexadecimal_escape_rule =
    "a hexadecimal escape has two digits, \\x00 to \\xff";

/// Reads the `count` digits of an escape at `at`, which moves past them.
char read_escape_digits(std::string_view text, std::size_t& at, std::size_t count, int radix) {
  const std::string_view digits = text.substr(at, count);
  const char* const end = digits.data() + digits.size();
  unsigned value = 0;
  if (std::from_chars(digits.data(), end, value, radix).ptr != end || digits.size() != count) {
    throw BadLiteral{radix == 8 ? octal_escape_rule : hexadecimal_escape_rule, at};
  }
  at += count;
  return static_cast<char>(value);
}

/// Reads one escape of a string or character; `at` is after its backslash and moves past it.
char read_escape(std::string_view text, std::size_t& at) {
  constexpr std::string_view letters = "abfnrtv?";
  constexpr std::string_view characters = "\a\b\f\n\r\t\v\x7F";
  const char c = text[at++];
  if (const std::size_t i = letters.find(c); i != std::string_view::npos) return characters[i];
  if (c == 'x' || c == 'X') return read_escape_digits(text, at, 2, 16);
  if (c < '0' || c > '7') return c;
  --at;
  if (c > '3') throw BadLiteral{octal_escape_rule, at};
  return read_escape_digits(text, at, 3, 8);
}

/// Reads the parts of a date from its text.
class DateText {
 public:
  explicit DateText(std::string_view text) : text_(text), rest_(text) {}

  /// Reads a number from `lowest` to `highest` after `separator` (a blank means any number of
  /// blanks); returns `missing` at the end of the text.
  template <typename T>
  T part(char separator, T lowest, T highest, T missing) {
    skip_blanks();
    if (rest_.empty()) return missing;
    if (separator != ' ') {
      if (rest_.front() != separator) refuse();
      rest_.remove_prefix(1);
    }
    T value{};
    const auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{} || !(value >= lowest && value <= highest)) refuse();
    rest_ = {stop, rest_.data() + rest_.size()};
    return value;
  }

  void require_end() {
    skip_blanks();
    if (!rest_.empty()) refuse();
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && base::is_blank(rest_.front())) rest_.remove_prefix(1);
  }

  [[noreturn]] void refuse() const {
    throw BadLiteral{"not a date of the form YEAR-MONTH-DAY HOUR:MINUTE:SECOND",
                     1 + static_cast<std::size_t>(rest_.data() - text_.data())};
  }

  std::string_view text_;
  std::string_view rest_;
};

}  // namespace

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
  number.type = model::TypeClass::byte_;
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
  return base::to_nfc(base::without_backslashes(text));
}

double hours_since_1970(std::string_view date) {
  DateText text(date);
  if (date.empty()) throw BadLiteral{"an empty date", 0};
  const auto year = text.part<std::int64_t>(' ', -4700, 1000000, 0);
  const int month = text.part('-', 1, 12, 1);
  const int day = text.part('-', 1, 31, 1);
  const int hour = text.part(' ', 0, 24, 0);
  const int minute = text.part(':', 0, 59, 0);
  const double second = text.part(':', 0.0, 60.0, 0.0);
  text.require_end();
  if (const int days = month_length(Calendar::gregorian, year, month); day > days) {
    throw BadLiteral{fmt::format("no such date: {}-{:02} has {} days", year, month, days), 1};
  }
  return hours_of(Calendar::gregorian, {year, month, day, hour + minute / 60.0 + second / 3600});
}

}  // namespace ncf::cdl
