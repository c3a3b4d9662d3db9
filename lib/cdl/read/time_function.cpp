// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/time_function.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "base/text/characters.hpp"
#include "cdl/language/calendar.hpp"
#include "cdl/read/literal.hpp"

namespace ncf::cdl {
namespace {

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
