// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/language/calendar.hpp"

#include <array>
#include <cmath>
#include <tuple>

#include "base/text/characters.hpp"

namespace ncf::cdl {
namespace {

constexpr double hours_a_day = 24;
constexpr std::int64_t epoch_year = 1970;
constexpr int months_a_year = 12;

constexpr std::array<int, months_a_year> month_lengths{31, 28, 31, 30, 31, 30,
                                                       31, 31, 30, 31, 30, 31};

/// The moment between the two calendars, as a date of each; only the later one exists.
constexpr Date end_of_julian{1582, 10, 5, 0};
constexpr Date begin_of_gregorian{1582, 10, 15, 0};

struct Name {
  std::string_view text;
  Calendar calendar;
};

constexpr Name names[] = {
    {"gregorian", Calendar::mixed},
    {"standard", Calendar::mixed},
    {"proleptic_gregorian", Calendar::gregorian},
    {"noleap", Calendar::no_leap},
    {"no_leap", Calendar::no_leap},
    {"365_day", Calendar::no_leap},
    {"allleap", Calendar::all_leap},
    {"all_leap", Calendar::all_leap},
    {"366_day", Calendar::all_leap},
    {"360_day", Calendar::days_360},
    {"julian", Calendar::julian},
    {"none", Calendar::climatological},
};

bool begins_with(std::string_view name, std::string_view beginning) {
  return beginning.size() <= name.size() &&
         base::equals_ignoring_case(beginning, name.substr(0, beginning.size()));
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

bool is_leap(Calendar calendar, std::int64_t year) {
  if (calendar == Calendar::all_leap) return true;
  if (calendar == Calendar::julian) return year % 4 == 0;
  const bool is_gregorian = calendar == Calendar::mixed || calendar == Calendar::gregorian;
  return is_gregorian && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/// Returns the days from the beginning of year 0 to that of `year`.
std::int64_t days_before(Calendar calendar, std::int64_t year) {
  const auto multiples_below = [year](std::int64_t of) { return floor_divide(year + of - 1, of); };
  switch (calendar) {
    case Calendar::days_360:
      return 360 * year;
    case Calendar::all_leap:
      return 366 * year;
    case Calendar::julian:
      return 365 * year + multiples_below(4);
    case Calendar::mixed:
    case Calendar::gregorian:
      return 365 * year + multiples_below(4) - multiples_below(100) + multiples_below(400);
    default:
      return 365 * year;
  }
}

std::int64_t days_since_epoch(Calendar calendar, std::int64_t year) {
  if (calendar == Calendar::climatological) return 0;
  return days_before(calendar, year) - days_before(calendar, epoch_year);
}

/// Returns the year of a day counted from the epoch.
std::int64_t year_of(Calendar calendar, std::int64_t day) {
  if (calendar == Calendar::climatological) return 0;
  constexpr std::int64_t shortest_year = 360;
  constexpr std::int64_t longest_year = 366;
  std::int64_t low = epoch_year + floor_divide(day, day < 0 ? shortest_year : longest_year) - 1;
  std::int64_t high = epoch_year + floor_divide(day, day < 0 ? longest_year : shortest_year) + 1;
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (days_since_epoch(calendar, middle) <= day) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

auto in_order(const Date& date) { return std::tie(date.year, date.month, date.day, date.hour); }

bool is_before(const Date& a, const Date& b) { return in_order(a) < in_order(b); }

/// Returns hours since 1979. cdtime counts from there, so rounding gives the same text as ncdump.
double hours_since_1979(Calendar calendar, const Date& date) {
  return hours_of(calendar, date) - hours_of(calendar, {1979, 1, 1, 0});
}

/// Returns the hours from the first day of the Gregorian calendar to a date of the mixed one.
double hours_since_change(const Date& date) {
  const bool is_julian = is_before(date, begin_of_gregorian);
  const Calendar calendar = is_julian ? Calendar::julian : Calendar::gregorian;
  return hours_since_1979(calendar, date) -
         hours_since_1979(calendar, is_julian ? end_of_julian : begin_of_gregorian);
}

std::optional<Date> add_in_steps(Calendar calendar, const Date& date, double hours) {
  const double sum = hours_since_1979(calendar, date) + hours;
  return date_at(calendar, hours_of(calendar, {1979, 1, 1, 0}) + sum);
}

std::optional<Date> add_mixed(const Date& date, double hours) {
  if (is_before(date, begin_of_gregorian)) {
    const double julian = -hours_since_change(date);
    if (hours < julian) return add_in_steps(Calendar::julian, date, hours);
    return add_in_steps(Calendar::gregorian, begin_of_gregorian, hours - julian);
  }
  const double gregorian = -hours_since_change(date);
  if (hours >= gregorian) return add_in_steps(Calendar::gregorian, date, hours);
  return add_in_steps(Calendar::julian, end_of_julian, hours - gregorian);
}

}  // namespace

double hours_between(Calendar calendar, const Date& from, const Date& to) {
  if (calendar == Calendar::mixed) return hours_since_change(to) - hours_since_change(from);
  return hours_since_1979(calendar, to) - hours_since_1979(calendar, from);
}

Calendar calendar_named(std::string_view name) {
  const std::size_t end = name.find('\0');
  const bool is_whole = end != std::string_view::npos;
  name = name.substr(0, end);
  for (const Name& known : names) {
    if (begins_with(known.text, name) && (!is_whole || name.size() == known.text.size())) {
      return known.calendar;
    }
  }
  return Calendar::mixed;
}

int month_length(Calendar calendar, std::int64_t year, int month) {
  if (calendar == Calendar::days_360) return 30;
  if (calendar == Calendar::mixed) {
    calendar = year < begin_of_gregorian.year ? Calendar::julian : Calendar::gregorian;
  }
  const bool has_leap_day = month == 2 && is_leap(calendar, year);
  return month_lengths[static_cast<std::size_t>(month - 1)] + (has_leap_day ? 1 : 0);
}

double hours_of(Calendar calendar, const Date& date) {
  const int month = date.month >= 1 && date.month <= months_a_year ? date.month : 1;
  std::int64_t day = days_since_epoch(calendar, date.year) + date.day - 1;
  for (int before = 1; before < month; ++before) day += month_length(calendar, date.year, before);
  return static_cast<double>(day) * hours_a_day + date.hour;
}

std::optional<Date> date_at(Calendar calendar, double hours) {
  constexpr double max_days = 2e9;
  const double whole_days = std::floor(hours / hours_a_day);
  if (!(std::abs(whole_days) < max_days)) return std::nullopt;
  auto day = static_cast<std::int64_t>(whole_days);
  Date date;
  date.hour = hours - whole_days * hours_a_day;
  if (date.hour >= hours_a_day) {
    ++day;
    date.hour -= hours_a_day;
  }
  date.year = year_of(calendar, day);
  day -= days_since_epoch(calendar, date.year);
  if (calendar == Calendar::climatological) day -= floor_divide(day, 365) * 365;
  while (day >= month_length(calendar, date.year, date.month)) {
    day -= month_length(calendar, date.year, date.month);
    ++date.month;
  }
  date.day = static_cast<int>(day) + 1;
  return date;
}

std::optional<Date> add_hours(Calendar calendar, const Date& date, double hours) {
  if (calendar == Calendar::mixed) return add_mixed(date, hours);
  return date_at(calendar, hours_of(calendar, date) + hours);
}

std::optional<Date> add_months(Calendar calendar, const Date& date, std::int64_t months) {
  if (calendar == Calendar::mixed) calendar = Calendar::gregorian;
  const auto from = date_at(calendar, hours_of(calendar, date));
  if (!from) return std::nullopt;
  months += from->month - 1;
  const std::int64_t years = floor_divide(months, months_a_year);
  const auto month = static_cast<int>(months - years * months_a_year) + 1;
  return date_at(calendar, hours_of(calendar, {from->year + years, month, 1, 0}));
}

}  // namespace ncf::cdl
