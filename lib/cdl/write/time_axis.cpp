// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/time_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "base/text/characters.hpp"

namespace ncf::cdl {
namespace {

constexpr std::int64_t max_year = 1'000'000;  // well within the range of the calendars
constexpr std::string_view blanks = " \t\n\v\f\r";

/// Reads a text as C's scanf does.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  /// Reads up to the next blank; returns empty at the end.
  std::string_view word() {
    skip_blanks();
    const std::string_view found = rest_.substr(0, rest_.find_first_of(blanks));
    rest_.remove_prefix(found.size());
    return found;
  }

  bool literal(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  template <class Number>
  bool number(Number& value) {
    skip_blanks();
    std::string_view digits = rest_;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{}) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return true;
  }

  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
  }

 private:
  std::string_view rest_;
};

/// Reads a time of day after a date, "12:30:05.5", as far as the text makes sense. Returns hours.
double parse_time_of_day(Scanner& scan) {
  int hour = 0;
  int minute = 0;
  double second = 0;
  if (!scan.number(hour) || hour < 0 || hour > 23) return 0;
  double hours = hour;
  if (!scan.literal(":") || !scan.number(minute) || minute < 0 || minute > 59) return hours;
  hours += static_cast<double>(minute) / 60.;
  if (!scan.literal(":") || !scan.number(second) || !(second >= 0 && second <= 60)) return hours;
  return hours + second / 3600.;
}

/// Reads a time zone after a time of day, "+05:30", "-6:00", "+0530" or "-6". Returns hours east of
/// Greenwich; 0 for other texts, such as "UTC" and "Z".
double parse_time_zone(Scanner& scan) {
  scan.skip_blanks();
  const bool is_west = scan.literal("-");
  if (!is_west && !scan.literal("+")) return 0;
  int hours = 0;
  int minutes = 0;
  if (!scan.number(hours)) return 0;
  if (hours > 99) {
    minutes = hours % 100;
    hours /= 100;
  } else if (scan.literal(":") && !scan.number(minutes)) {
    return 0;
  }
  constexpr int easternmost = 14;
  if (hours < 0 || hours > easternmost || minutes < 0 || minutes > 59) return 0;
  const double east = hours + minutes / 60.;
  return is_west ? -east : east;
}

struct UnitName {
  std::string_view beginning;
  std::string_view abbreviation;
  std::string_view letter;
  TimeUnit unit;
};

constexpr UnitName unit_names[] = {
    {"microsec", "us", "", {.divisor = 3600e6}},
    {"millisec", "ms", "", {.divisor = 3600e3}},
    {"msec", "ms", "", {.divisor = 3600e3}},
    {"sec", "s", "", {.divisor = 3600}},
    {"min", "mn", "", {.divisor = 60}},
    {"hour", "hr", "h", {}},
    {"day", "dy", "d", {.factor = 24}},
    {"week", "wk", "", {.factor = 168}},
    {"month", "mo", "", {.is_of_months = true}},
    {"season", "", "", {.factor = 3, .is_of_months = true}},
    {"year", "yr", "", {.factor = 12, .is_of_months = true}},
};

std::optional<TimeUnit> unit_named(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), base::to_lower);
  for (const UnitName& known : unit_names) {
    if (lower.starts_with(known.beginning) ||
        (!lower.empty() && (lower == known.abbreviation || lower == known.letter))) {
      return known.unit;
    }
  }
  return std::nullopt;
}

/// Returns the text of an attribute up to its first NUL; empty if it is not a text.
std::optional<std::string_view> text_attribute(const model::Variable& variable,
                                               std::string_view name) {
  const model::Attribute* attribute = model::find_attribute(variable.attributes, name);
  if (attribute == nullptr) return std::nullopt;
  if (attribute->values->type()->type_class != model::TypeClass::char_) return std::nullopt;
  return model::text_of(*attribute->values);
}

/// Appends hours, minutes and seconds after a date, without zeros at the end.
void append_time_of_day(std::string& out, double hours, char separator) {
  constexpr double half_microsecond = 0.5e-6;
  const double min_minute = half_microsecond / 60.;
  const double min_hour = min_minute / 60.;
  const int hour = static_cast<int>(hours + min_hour);
  const double minutes = 60.0 * (hours - static_cast<double>(hour));
  const int minute = static_cast<int>(minutes + min_minute);
  const double seconds = 60.0 * (minutes - static_cast<double>(minute));
  const int second = static_cast<int>(seconds + half_microsecond);
  const bool is_whole = seconds - second < half_microsecond;
  if (is_whole && second == 0 && minute == 0 && hour == 0) return;

  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{}{:02}", separator, hour);
  if (is_whole && second == 0 && minute == 0) return;
  fmt::format_to(to, ":{:02}", minute);
  if (is_whole && second == 0) return;
  if (is_whole) {
    fmt::format_to(to, ":{:02}", second);
  } else {
    fmt::format_to(to, ":{:f}", seconds);
  }
}

}  // namespace

std::optional<Date> TimeAxis::parse_origin(std::string_view text, Calendar calendar) {
  Date date;
  Scanner scan(text);
  if (calendar != Calendar::climatological) {
    if (!scan.number(date.year) || !scan.literal("-")) return date;
  }
  if (!scan.number(date.month) || !scan.literal("-")) return date;
  if (!scan.number(date.day)) return date;
  date.hour = parse_time_of_day(scan);
  const double east = parse_time_zone(scan);
  return east == 0 ? date : add_hours(calendar, date, -east);
}

std::optional<TimeAxis> TimeAxis::parse(std::string_view units, Calendar calendar) {
  Scanner scan(units.substr(0, units.find('\0')));
  const auto unit = unit_named(scan.word());
  scan.skip_blanks();
  if (!unit || !scan.literal("since")) return std::nullopt;
  const std::string_view first = scan.word();
  if (first.empty()) return std::nullopt;
  const bool is_year = unit->is_of_months && unit->factor == 12;
  if (is_year && calendar == Calendar::climatological) return std::nullopt;

  const std::size_t letter = first.find('T');
  const std::string_view time =
      letter == std::string_view::npos ? scan.word() : first.substr(letter + 1);
  // A zone may follow the date alone.
  const bool has_no_time = time.starts_with('+') || time.starts_with('-');
  const auto origin = parse_origin(fmt::format("{} {}{} {}", first.substr(0, letter),
                                               has_no_time ? "0 " : "", time, scan.word()),
                                   calendar);
  if (!origin || origin->year < -max_year || origin->year > max_year) return std::nullopt;
  TimeAxis axis;
  axis.calendar_ = calendar;
  axis.unit_ = *unit;
  axis.origin_ = *origin;
  return axis;
}

std::optional<TimeAxis> TimeAxis::of(const model::Variable& variable) {
  const auto units = text_attribute(variable, "units");
  if (!units) return std::nullopt;
  const auto calendar = text_attribute(variable, "calendar");
  const bool has_name = calendar && !calendar->empty();
  return parse(*units, has_name ? calendar_named(*calendar) : Calendar::mixed);
}

std::optional<Date> TimeAxis::date_of(double value) const {
  const double count = value / unit_.divisor * unit_.factor;
  if (!unit_.is_of_months) return add_hours(calendar_, origin_, count);
  constexpr double max_months = 1e10;
  if (value == 0) return origin_;
  if (!(std::abs(count) < max_months)) return std::nullopt;
  constexpr double nearly = 1e-10;
  const auto whole = static_cast<std::int64_t>(count + (value < 0 ? -nearly : nearly));
  return add_months(calendar_, origin_, whole);
}

std::optional<double> TimeAxis::unit_seconds() const {
  if (unit_.is_of_months) return std::nullopt;
  return 3600 / unit_.divisor * unit_.factor;
}

// The mixed calendar is the Gregorian one from 1582-10-15 on.
std::optional<double> TimeAxis::seconds_after(const TimeAxis& other) const {
  const auto is_modern = [](const TimeAxis& axis) {
    constexpr std::int64_t year_of_change = 1582;
    return axis.calendar_ == Calendar::gregorian ||
           (axis.calendar_ == Calendar::mixed && axis.origin_.year > year_of_change);
  };
  const bool are_modern = is_modern(*this) && is_modern(other);
  if (calendar_ != other.calendar_ && !are_modern) return std::nullopt;
  const Calendar calendar = are_modern ? Calendar::gregorian : calendar_;
  return std::round(hours_between(calendar, other.origin_, origin_) * 3600e6) / 1e6;
}

bool TimeAxis::append_date(std::string& out, double value, char separator) const {
  const auto date = date_of(value);
  if (!date) return false;
  const auto to = std::back_inserter(out);
  out += '"';
  if (calendar_ != Calendar::climatological) {
    fmt::format_to(to, "{}{:04}-", date->year < 0 ? "-" : "", std::abs(date->year));
  }
  fmt::format_to(to, "{:02}-{:02}", date->month, date->day);
  append_time_of_day(out, date->hour, separator);
  out += '"';
  return true;
}

TimeAxes::TimeAxes(const model::Schema& schema) : schema_(schema) {
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const model::Variable& variable = schema.variables[id];
    const auto bounds = text_attribute(variable, "bounds");
    if (!bounds) continue;
    std::string name(bounds->substr(0, bounds->find('\0')));
    bounded_.insert_or_assign({variable.group, std::move(name)}, id);
  }
}

std::optional<TimeAxis> TimeAxes::of(model::VariableId id) const {
  const model::Variable& variable = schema_.variables[id];
  if (model::find_attribute(variable.attributes, "units") == nullptr) {
    const auto bounded = bounded_.find({variable.group, variable.name});
    if (bounded != bounded_.end()) id = bounded->second;
  }
  return TimeAxis::of(schema_.variables[id]);
}

}  // namespace ncf::cdl
