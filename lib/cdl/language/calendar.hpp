// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Calendars of the CF conventions: dates as hours since the beginning of 1970, and back. Pure
// functions, any thread.
// source: CF Conventions 4.4.1; netcdf-c 4.9.0, which derives its arithmetic from cdtime
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ncf::cdl {

enum class Calendar {
  mixed,  ///< Julian until 1582-10-04, then Gregorian
  gregorian,
  julian,
  no_leap,
  all_leap,
  days_360,
  climatological  ///< no years; all have the same 365 days
};

/// Returns the calendar that a `calendar` attribute names. A name may be abbreviated; unknown names
/// mean mixed.
Calendar calendar_named(std::string_view name);

struct Date {
  std::int64_t year = 0;
  int month = 1;
  int day = 1;
  double hour = 0;  ///< of the day, with its fraction
};

/// Returns the days of a month, 1 to 12; October 1582 of the mixed calendar ends with its day 31.
int month_length(Calendar calendar, std::int64_t year, int month);

/// Returns the hours from the epoch to `date`. calendar: not mixed.
double hours_of(Calendar calendar, const Date& date);
/// Returns the date `hours` after the epoch; empty if it is too far away. calendar: not mixed.
std::optional<Date> date_at(Calendar calendar, double hours);

/// Returns the hours from one date to another, in any calendar.
double hours_between(Calendar calendar, const Date& from, const Date& to);

/// Returns the date `hours` after `date`, in any calendar.
std::optional<Date> add_hours(Calendar calendar, const Date& date, double hours);
/// Returns the first day of the month `months` later; in the mixed calendar all dates are
/// Gregorian.
std::optional<Date> add_months(Calendar calendar, const Date& date, std::int64_t months);

}  // namespace ncf::cdl
