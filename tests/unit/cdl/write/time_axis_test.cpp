// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The expected dates are those of ncdump -t of netCDF 4.9.0, except those that it gets wrong: time
// zones, some units, and 1582-10-05, which the mixed calendar does not have.
#include "cdl/write/time_axis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/text/real_text.hpp"
#include "support/table.hpp"

namespace ncf::cdl {
namespace {

std::string date(std::string_view units, std::string_view calendar, double value) {
  const auto axis = TimeAxis::parse(units, calendar_named(calendar));
  if (!axis) return "no time";
  std::string out;
  if (!axis->append_date(out, value, ' ')) return "no date";
  return out;
}

/// Returns the date of "VALUE UNITS[, CALENDAR]".
std::string date_of(const std::string& text) {
  const std::size_t blank = text.find(' ');
  const std::size_t comma = std::min(text.find(", "), text.size());
  const std::string calendar = text.substr(std::min(comma + 2, text.size()));
  return date(text.substr(blank + 1, comma - blank - 1), calendar,
              base::read_real<double>(text.substr(0, blank)).value);
}

TEST(Calendars, NamesAreKnownInAnyCaseAndByTheirBeginning) {
  EXPECT_EQ(calendar_named("gregorian"), Calendar::mixed);
  EXPECT_EQ(calendar_named("Standard"), Calendar::mixed);
  EXPECT_EQ(calendar_named("proleptic_gregorian"), Calendar::gregorian);
  EXPECT_EQ(calendar_named("365_day"), Calendar::no_leap);
  EXPECT_EQ(calendar_named("noleap"), Calendar::no_leap);
  EXPECT_EQ(calendar_named("all_leap"), Calendar::all_leap);
  EXPECT_EQ(calendar_named("360"), Calendar::days_360);
  EXPECT_EQ(calendar_named("none"), Calendar::climatological);
  EXPECT_EQ(calendar_named("unheard of"), Calendar::mixed);
}

TEST(Calendars, YearsFarAwayAreNoTime) {
  for (const char* year : {"1000001", "-1000001", "9000000000000000000"}) {
    EXPECT_EQ(date("days since " + std::string(year) + "-01-01", "standard", 1), "no time") << year;
  }
  EXPECT_EQ(date("days since 1000000-01-01", "standard", 1), "\"1000000-01-02\"");
}

TEST(Calendars, DatesAndHoursAreInverse) {
  for (const Calendar calendar : {Calendar::gregorian, Calendar::julian, Calendar::no_leap,
                                  Calendar::all_leap, Calendar::days_360}) {
    for (double hours = -9e6; hours < 9e6; hours += 1234.5) {
      const auto found = date_at(calendar, hours);
      ASSERT_TRUE(found);
      EXPECT_EQ(hours_of(calendar, *found), hours);
    }
  }
}

TEST(TimeUnits, OnlyTimesSinceADateAreTimes) {
  EXPECT_FALSE(TimeAxis::parse("K", Calendar::mixed));
  EXPECT_FALSE(TimeAxis::parse("days", Calendar::mixed));
  EXPECT_FALSE(TimeAxis::parse("days since", Calendar::mixed));
  EXPECT_FALSE(TimeAxis::parse("fortnights since 1970-01-01", Calendar::mixed));
  EXPECT_TRUE(TimeAxis::parse("days since 1970-01-01", Calendar::mixed));
  EXPECT_TRUE(TimeAxis::parse("s since1970-1-1T12:30:05", Calendar::mixed));
}

TEST(Dates, AreThoseOfNcdump) {
  test::expect_table(date_of, R"(
    // Dates show only what is not zero.
    0 days since 1970-01-01       -> "1970-01-01"
    6 hours since 1970-01-01      -> "1970-01-01 06"
    90 minutes since 1970-01-01   -> "1970-01-01 01:30"
    3605 seconds since 1970-01-01 -> "1970-01-01 01:00:05"
    1.5 weeks since 1970-01-01    -> "1970-01-11 12"
    0.25 seconds since 1970-01-01 -> "1970-01-01 00:00:0.250000"

    // The origin may have a time of day.
    1 hours since 1900-01-01T12:30:15Z      -> "1900-01-01 13:30:15"
    1 hours since 1900-01-01 12:30:15.0 UTC -> "1900-01-01 13:30:15"

    // A time zone shifts it: dates are in UTC.
    0 days since 2000-01-01 00:00:00 +05:30   -> "1999-12-31 18:30"
    0 days since 2000-01-01T00:00:00-6:00     -> "2000-01-01 06"
    0 months since 2000-01-01 00:00 +0530     -> "1999-12-31 18:30"
    0 days since 2000-01-01 12 -6             -> "2000-01-01 18"
    0 days since 2000-01-01 +10:00            -> "1999-12-31 14"
    0 days since 2000-01-01 -6                -> "2000-01-01 06"
    0 days since 2000-01-01 00:00:00 +99:00   -> "2000-01-01"
    0 days since 2000-01-01 00:00:00 somewhere -> "2000-01-01"

    // Units have abbreviations.
    1.5 d since 1970-01-01                    -> "1970-01-02 12"
    2 h since 1970-01-01                      -> "1970-01-01 02"
    1500 msec since 1970-01-01                -> "1970-01-01 00:00:1.500000"
    2000 milliseconds since 1970-01-01        -> "1970-01-01 00:00:02"
    1000001 microseconds since 1970-01-01     -> "1970-01-01 00:00:1.000001"

    // Each calendar has its own days.
    1 days since 2000-02-28, gregorian -> "2000-02-29"
    1 days since 1900-02-28, gregorian -> "1900-03-01"
    1 days since 1900-02-28, julian    -> "1900-02-29"
    1 days since 2000-02-28, noleap    -> "2000-03-01"
    1 days since 2001-02-28, 366_day   -> "2001-02-29"
    1 days since 2001-02-30, 360_day   -> "2001-03-01"
    400 days since 1-1, none           -> "02-05"

    // The mixed calendar has a gap.
    1 days since 1582-10-04                      -> "1582-10-15"
    0 days since 1582-10-15                      -> "1582-10-15"
    2 days since 1582-10-04                      -> "1582-10-16"
    -1 days since 1582-10-15                     -> "1582-10-04"
    730119 days since 1-1-1                      -> "1999-12-30"
    1 days since 1582-10-04, proleptic_gregorian -> "1582-10-05"

    // Months and years begin on their first day.
    1 months since 1970-01-31   -> "1970-02-01"
    0 months since 1970-01-31   -> "1970-01-31"
    -1.5 years since 1970-05-17 -> "1968-11-01"
    3 seasons since 1970-01-01  -> "1970-10-01"

    // Before the year zero, and very far.
    -1 days since 0-1-1, proleptic_gregorian        -> "-0001-12-31"
    1e30 days since 1970-01-01, proleptic_gregorian -> no date
    1e30 years since 1970-01-01                     -> no date
  )");
}

}  // namespace
}  // namespace ncf::cdl
