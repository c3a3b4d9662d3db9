// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The expected hours are those of ncgen of netCDF 4.9.0.
#include "cdl/read/literal.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/table.hpp"

namespace ncf::cdl {
namespace {

std::string reason(std::string_view date) {
  try {
    hours_since_1970(date);
    return "accepted";
  } catch (const BadLiteral& bad) {
    return bad.reason;
  }
}

TEST(HoursSince1970, AreThoseOfNcgen) {
  EXPECT_EQ(hours_since_1970("1970-01-01"), 0);
  EXPECT_EQ(hours_since_1970("2001-02-28"), 273144);
  EXPECT_EQ(hours_since_1970("2000-02-29 1"), 264385);
  EXPECT_EQ(hours_since_1970("1582-10-15"), -3394248);
  EXPECT_EQ(hours_since_1970("1582-10-10"), -3394368);
  EXPECT_EQ(hours_since_1970("1582-10-04"), -3394512);
  EXPECT_EQ(hours_since_1970("0001-01-01"), -17259888);
  EXPECT_EQ(hours_since_1970("-4000-01-01"), -52331952);
  EXPECT_EQ(hours_since_1970("999999-12-31"), 8748551304);
  EXPECT_NEAR(hours_since_1970("1969-12-31 23:30:30.5"), -0.491527777777776, 1e-12);
  EXPECT_EQ(hours_since_1970("2000"), 262968);
}

TEST(HoursSince1970, OnlyDaysOfTheCalendar) {
  EXPECT_EQ(hours_since_1970("2000-02-29"), 264384);
  test::expect_table(reason, R"(
    2001-02-31 -> no such date: 2001-02 has 28 days
    1900-02-29 -> no such date: 1900-02 has 28 days
    2001-04-31 -> no such date: 2001-04 has 30 days
    2001-13-01 -> not a date of the form YEAR-MONTH-DAY HOUR:MINUTE:SECOND
  )");
  EXPECT_EQ(reason(""), "an empty date");
}

}  // namespace
}  // namespace ncf::cdl
