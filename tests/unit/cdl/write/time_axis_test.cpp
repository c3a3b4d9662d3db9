// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The expected dates are those of ncdump -t of netCDF 4.9.0.
#include "cdl/write/time_axis.hpp"

#include <gtest/gtest.h>

namespace ncf::cdl {
namespace {

std::string date(std::string_view units, std::string_view calendar, double value) {
  const auto axis = TimeAxis::parse(units, calendar_named(calendar));
  if (!axis) return "no time";
  std::string out;
  if (!axis->append_date(out, value, ' ')) return "no date";
  return out;
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

TEST(Dates, ShowOnlyWhatIsNotZero) {
  EXPECT_EQ(date("days since 1970-01-01", "", 0), "\"1970-01-01\"");
  EXPECT_EQ(date("hours since 1970-01-01", "", 6), "\"1970-01-01 06\"");
  EXPECT_EQ(date("minutes since 1970-01-01", "", 90), "\"1970-01-01 01:30\"");
  EXPECT_EQ(date("seconds since 1970-01-01", "", 3605), "\"1970-01-01 01:00:05\"");
  EXPECT_EQ(date("weeks since 1970-01-01", "", 1.5), "\"1970-01-11 12\"");
  EXPECT_EQ(date("seconds since 1970-01-01", "", 0.25), "\"1970-01-01 00:00:0.250000\"");
}

TEST(Dates, TheOriginMayHaveATimeOfDay) {
  EXPECT_EQ(date("hours since 1900-01-01T12:30:15Z", "", 1), "\"1900-01-01 13:30:15\"");
  EXPECT_EQ(date("hours since 1900-01-01 12:30:15.0 UTC", "", 1), "\"1900-01-01 13:30:15\"");
}

TEST(Dates, EachCalendarHasItsOwnDays) {
  EXPECT_EQ(date("days since 2000-02-28", "gregorian", 1), "\"2000-02-29\"");
  EXPECT_EQ(date("days since 1900-02-28", "gregorian", 1), "\"1900-03-01\"");
  EXPECT_EQ(date("days since 1900-02-28", "julian", 1), "\"1900-02-29\"");
  EXPECT_EQ(date("days since 2000-02-28", "noleap", 1), "\"2000-03-01\"");
  EXPECT_EQ(date("days since 2001-02-28", "366_day", 1), "\"2001-02-29\"");
  EXPECT_EQ(date("days since 2001-02-30", "360_day", 1), "\"2001-03-01\"");
  EXPECT_EQ(date("days since 1-1", "none", 400), "\"02-05\"");
}

TEST(Dates, TheMixedCalendarHasAGap) {
  EXPECT_EQ(date("days since 1582-10-04", "", 2), "\"1582-10-16\"");
  EXPECT_EQ(date("days since 1582-10-15", "", -1), "\"1582-10-04\"");
  EXPECT_EQ(date("days since 1-1-1", "", 730119), "\"1999-12-30\"");
  EXPECT_EQ(date("days since 1582-10-04", "proleptic_gregorian", 1), "\"1582-10-05\"");
}

TEST(Dates, MonthsAndYearsBeginOnTheirFirstDay) {
  EXPECT_EQ(date("months since 1970-01-31", "", 1), "\"1970-02-01\"");
  EXPECT_EQ(date("months since 1970-01-31", "", 0), "\"1970-01-31\"");
  EXPECT_EQ(date("years since 1970-05-17", "", -1.5), "\"1968-11-01\"");
  EXPECT_EQ(date("seasons since 1970-01-01", "", 3), "\"1970-10-01\"");
}

TEST(Dates, BeforeTheYearZeroAndVeryFar) {
  EXPECT_EQ(date("days since 0-1-1", "proleptic_gregorian", -1), "\"-0001-12-31\"");
  EXPECT_EQ(date("days since 1970-01-01", "proleptic_gregorian", 1e30), "no date");
  EXPECT_EQ(date("years since 1970-01-01", "", 1e30), "no date");
}

}  // namespace
}  // namespace ncf::cdl
