// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/selection_text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

std::string describe(std::string_view text) {
  try {
    std::string out;
    for (const SelectionItem& item : parse_selection(text)) {
      out += item.name;
      if (item.slice) {
        const auto index = [](const auto& number) {
          return number ? fmt::format("{}", *number) : std::string();
        };
        out += fmt::format("[{}:{}:{}]", index(item.slice->first), index(item.slice->end),
                           item.slice->step);
      } else {
        out += fmt::format("={}..{}", item.range.first.value_or(""), item.range.last.value_or(""));
      }
      out += ' ';
    }
    return out;
  } catch (const Error& error) {
    return error.message();
  }
}

TEST(SelectionText, HasItems) {
  EXPECT_EQ(describe("lat=30..60,lon=-10..40"), "lat=30..60 lon=-10..40 ");
  EXPECT_EQ(describe("t=..5,a=5..,b=5"), "t=..5 a=5.. b=5..5 ");
  EXPECT_EQ(describe("time[0:480:4],x[:],y[-1],z[3],w[-2:]"),
            "time[0:480:4] x[::1] y[-1::1] z[3:4:1] w[-2::1] ");
  EXPECT_EQ(describe("/g/time=2020-01-01T12:30"), "/g/time=2020-01-01T12:30..2020-01-01T12:30 ");
  for (const char* const text : {"", "lat", "=5", "lat=", "lat=..", "x[", "x[]", "x[1:2"}) {
    EXPECT_NE(describe(text).find("expected"), std::string::npos) << text;
  }
  EXPECT_EQ(describe("x[0:2:0]"), "'x[0:2:0]': expected a step of at least 1");
  EXPECT_EQ(describe("x[a]"), "'x[a]': expected whole numbers in the brackets");
}

std::string describe_period(std::string_view text, cdl::Calendar calendar) {
  try {
    const Period period = parse_period(text, calendar);
    const auto date = [](const cdl::Date& d) {
      return fmt::format("{}-{}-{} {:.4f}", d.year, d.month, d.day, d.hour);
    };
    return date(period.begin) + " to " + date(period.end);
  } catch (const Error& error) {
    return error.message();
  }
}

TEST(SelectionText, DatesArePeriods) {
  const auto period = [](std::string_view text) {
    return describe_period(text, cdl::Calendar::gregorian);
  };
  EXPECT_EQ(period("2020"), "2020-1-1 0.0000 to 2021-1-1 0.0000");
  EXPECT_EQ(period("2020-12"), "2020-12-1 0.0000 to 2021-1-1 0.0000");
  EXPECT_EQ(period("2020-02-29"), "2020-2-29 0.0000 to 2020-3-1 0.0000");
  EXPECT_EQ(period("2020-02-29T23"), "2020-2-29 23.0000 to 2020-3-1 0.0000");
  EXPECT_EQ(period("2020-02-28 12:30"), "2020-2-28 12.5000 to 2020-2-28 12.5167");
  EXPECT_EQ(period("2020-02-28T12:30:00Z"), "2020-2-28 12.5000 to 2020-2-28 12.5003");
  EXPECT_EQ(period("-0044-03"), "-44-3-1 0.0000 to -44-4-1 0.0000");
  for (const char* const text :
       {"", "x", "2020-", "2020-13", "2021-02-29", "2020-01-01T24", "2020-01-01T00:60", "1e3"}) {
    EXPECT_NE(period(text).find("expected a date"), std::string::npos) << text;
  }
  EXPECT_EQ(describe_period("2021-02-30", cdl::Calendar::days_360),
            "2021-2-30 0.0000 to 2021-3-1 0.0000");
}

TEST(SelectionText, TheMixedCalendarHasLeapDaysOfBoth) {
  const auto period = [](std::string_view text) {
    return describe_period(text, cdl::Calendar::mixed);
  };
  EXPECT_EQ(period("1500-02-29"), "1500-2-29 0.0000 to 1500-3-1 0.0000");
  EXPECT_EQ(period("2020-02-29"), "2020-2-29 0.0000 to 2020-3-1 0.0000");
  for (const char* const text : {"1700-02-29", "2021-02-29", "2020-06-31"}) {
    EXPECT_NE(period(text).find("expected a date"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace ncf::ops
