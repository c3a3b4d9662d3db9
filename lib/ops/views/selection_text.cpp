// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/selection_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/text/real_text.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using cdl::Calendar;
using cdl::Date;

constexpr double seconds_an_hour = 3600;

[[noreturn]] void refuse(std::string_view text, std::string_view expected) {
  throw Error(ErrorCode::usage, fmt::format("'{}': expected {}", text, expected));
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto read = base::find_number<Number>(text);
  if (read) number = *read;
  return read.has_value();
}

/// Cuts a text at the commas outside brackets.
std::vector<std::string_view> split_items(std::string_view text) {
  std::vector<std::string_view> items;
  std::size_t begin = 0;
  bool is_inside = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '[') is_inside = true;
    if (i < text.size() && text[i] == ']') is_inside = false;
    if (i < text.size() && (text[i] != ',' || is_inside)) continue;
    items.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  return items;
}

std::optional<std::int64_t> parse_index(std::string_view item, std::string_view text) {
  std::int64_t index = 0;
  if (text.empty()) return std::nullopt;
  if (!read_number(text, index)) refuse(item, "whole numbers in the brackets");
  return index;
}

/// text: within the brackets.
IndexSlice parse_slice(std::string_view item, std::string_view text) {
  const std::size_t colon = text.find(':');
  IndexSlice slice;
  slice.first = parse_index(item, text.substr(0, colon));
  if (colon == std::string_view::npos) {
    if (!slice.first) refuse(item, "an index, or FIRST:END:STEP, in the brackets");
    if (*slice.first != -1) slice.end = *slice.first + 1;
    return slice;
  }
  text.remove_prefix(colon + 1);
  const std::size_t second = text.find(':');
  slice.end = parse_index(item, text.substr(0, second));
  if (second == std::string_view::npos) return slice;
  const auto step = parse_index(item, text.substr(second + 1));
  if (step && *step < 1) refuse(item, "a step of at least 1");
  slice.step = static_cast<std::size_t>(step.value_or(1));
  return slice;
}

SelectionItem parse_item(std::string_view text) {
  constexpr std::string_view forms = "NAME=FIRST..LAST, NAME=VALUE or NAME[FIRST:END:STEP]";
  SelectionItem item{std::string(text), {}, {}, {}};
  const std::size_t place = text.find_first_of("=[");
  if (place == 0 || place == std::string_view::npos) refuse(text, forms);
  item.name = text.substr(0, place);
  const std::string_view rest = text.substr(place + 1);
  if (text[place] == '[') {
    if (!rest.ends_with(']')) refuse(text, forms);
    item.slice = parse_slice(text, rest.substr(0, rest.size() - 1));
    return item;
  }
  const std::size_t dots = rest.find("..");
  const auto limit = [](std::string_view part) {
    return part.empty() ? std::nullopt : std::optional<std::string>(part);
  };
  item.range.first = limit(rest.substr(0, dots));
  item.range.last =
      dots == std::string_view::npos ? item.range.first : limit(rest.substr(dots + 2));
  if (!item.range.first && !item.range.last) refuse(text, forms);
  return item;
}

/// Reads the parts of a date one after the other.
class DateReader {
 public:
  explicit DateReader(std::string_view text) : text_(text), rest_(text) {
    if (rest_.ends_with('Z')) rest_.remove_suffix(1);
    is_negative_ = rest_.starts_with('-');
    if (is_negative_) rest_.remove_prefix(1);
  }

  /// Returns the digits before the next separator, which it skips; empty if there are none left.
  std::optional<double> next(std::string_view separators) {
    if (rest_.empty()) return std::nullopt;
    const std::size_t end = rest_.find_first_of(separators);
    double number = 0;
    const std::string_view digits = rest_.substr(0, end);
    if (digits.empty() || digits.find_first_not_of("0123456789.") != std::string_view::npos ||
        !read_number(digits, number)) {
      fail();
    }
    if (end != std::string_view::npos && end + 1 == rest_.size()) fail();
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return number;
  }

  [[nodiscard]] bool is_negative() const noexcept { return is_negative_; }
  [[noreturn]] void fail() const {
    refuse(text_, "a date such as 2020, 2020-03, 2020-03-01 or 2020-03-01T12:30");
  }

 private:
  std::string_view text_;
  std::string_view rest_;
  bool is_negative_ = false;
};

int whole(double number, int least, int most, const DateReader& reader) {
  if (number < least || number > most || std::floor(number) != number) reader.fail();
  return static_cast<int>(number);
}

Date later(Calendar calendar, const Date& date, double hours) {
  return cdl::add_hours(calendar, date, hours).value_or(date);
}

}  // namespace

std::vector<SelectionItem> parse_selection(std::string_view text) {
  std::vector<SelectionItem> items;
  for (const std::string_view item : split_items(text)) items.push_back(parse_item(item));
  return items;
}

Period parse_period(std::string_view text, Calendar calendar) {
  constexpr int max_year = 1'000'000;
  DateReader reader(text);
  Date date;
  const int year = whole(reader.next("-").value_or(-1), 0, max_year, reader);
  date.year = reader.is_negative() ? -year : year;
  const auto month = reader.next("-");
  if (!month) return {date, {date.year + 1, 1, 1, 0}};
  date.month = whole(*month, 1, 12, reader);
  const auto day = reader.next("T ");
  const Date next_month =
      date.month == 12 ? Date{date.year + 1, 1, 1, 0} : Date{date.year, date.month + 1, 1, 0};
  if (!day) return {date, next_month};
  date.day = whole(*day, 1, cdl::month_length(calendar, date.year, date.month), reader);
  const auto hour = reader.next(":");
  if (!hour) return {date, later(calendar, date, 24)};
  date.hour = whole(*hour, 0, 23, reader);
  const auto minute = reader.next(":");
  if (!minute) return {date, later(calendar, date, 1)};
  date.hour += whole(*minute, 0, 59, reader) / 60.;
  const auto second = reader.next("");
  if (!second) return {date, later(calendar, date, 1 / 60.)};
  if (*second >= 61) reader.fail();
  date.hour += *second / seconds_an_hour;
  return {date, later(calendar, date, 1 / seconds_an_hour)};
}

double parse_limit(std::string_view text) {
  double number = 0;
  if (!read_number(text, number) || !std::isfinite(number)) refuse(text, "a number");
  return number;
}

std::string text_of_value(double value, const std::optional<cdl::TimeAxis>& axis) {
  std::string date;
  if (!axis || !axis->append_date(date, value, 'T')) return fmt::format("{}", value);
  return date.substr(1, date.size() - 2);
}

}  // namespace ncf::ops
