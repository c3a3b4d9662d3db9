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
  climatological  ///< no years: a year of 365 days again and again
};

/// The meaning of a `calendar` attribute, the beginning of a name or the whole of it; mixed for
/// names nobody knows.
Calendar calendar_named(std::string_view name);

struct Date {
  std::int64_t year = 0;
  int month = 1;
  int day = 1;
  double hour = 0;  ///< of the day, with its fraction
};

/// Returns the days of a month, 1 to 12. calendar: not mixed.
int month_length(Calendar calendar, std::int64_t year, int month);

/// calendar: not mixed.
double hours_of(Calendar calendar, const Date& date);
/// Empty if the date is too far from us. calendar: not mixed.
std::optional<Date> date_at(Calendar calendar, double hours);

/// `date`, `hours` later, in any calendar.
std::optional<Date> add_hours(Calendar calendar, const Date& date, double hours);
/// The first day of the month `months` later; in the mixed calendar all dates are Gregorian.
std::optional<Date> add_months(Calendar calendar, const Date& date, std::int64_t months);

}  // namespace ncf::cdl
