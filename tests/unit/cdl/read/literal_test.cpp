// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/literal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>

#include "support/table.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

/// Returns "int 5", "double 1.5", or the reason of a refusal.
std::string parsed(std::string_view text) {
  try {
    const Number number = parse_number(text);
    return model::atomic_type(number.type)->name + " " + format_number(number) +
           (number.is_adjusted ? " adjusted" : "");
  } catch (const BadLiteral& bad) {
    return bad.reason + " at " + std::to_string(bad.offset);
  }
}

TEST(ParseNumber, GivesTypeAndValueOrReasonAndPlace) {
  test::expect_table(parsed, R"(
    // Integers have the first type that holds them.
    5                    -> int 5
    +5                   -> int 5
    -2147483648          -> int -2147483648
    2147483648           -> uint 2147483648
    -2147483649          -> int64 -2147483649
    4294967296           -> uint64 4294967296
    -9223372036854775808 -> int64 -9223372036854775808
    18446744073709551615 -> uint64 18446744073709551615

    // Suffixes stand in any case and order.
    1b   -> byte 1
    1UB  -> ubyte 1
    1bu  -> ubyte 1
    1s   -> short 1
    1us  -> ushort 1
    1L   -> int 1
    1u   -> uint 1
    1ul  -> uint 1
    1LL  -> int64 1
    1llU -> uint64 1

    // Bits of a suffix's type are taken as such.
    65535s               -> short -1 adjusted
    // b is a digit here.
    0xffb                -> int 4091
    0xffs                -> short 255
    0xffffs              -> short -1
    0177777s             -> short -1
    0xabcdabcdabcdabcdLL -> int64 -6067004223159161907
    65536s               -> does not fit 16 bits at 0
    -129b                -> does not fit 8 bits at 0
    -1u                  -> an unsigned integer below zero at 0

    // Long is as long as it must be.
    4294967295L           -> int -1 adjusted
    4294967296L           -> int64 4294967296 adjusted
    -200000000000L        -> int64 -200000000000 adjusted
    51200000000ul         -> uint64 51200000000 adjusted
    0xabcdabcdabcdabcdL   -> int64 -6067004223159161907 adjusted
    18446744073709551616L -> an integer beyond 64 bits at 0
    99999999999999999999  -> an integer beyond 64 bits at 0
    -18446744073709551615 -> an integer beyond 64 bits at 0
    -9223372036854775809L -> does not fit 64 bits at 0

    // Octal and hexadecimal.
    017   -> int 15
    -0200 -> int -128
    0     -> int 0
    0x1F  -> int 31
    0x    -> no digits after 0x at 2

    // Real numbers.
    1.5        -> double 1.5
    .5         -> double 0.5
    5.         -> double 5
    -1e-3      -> double -0.001
    1.5f       -> float 1.5
    1.5L       -> double 1.5
    1d         -> double 1
    Infinity   -> double inf
    -Infinityf -> float -inf
    +Infinity  -> double inf
    +Infinityf -> float inf
    +Inff      -> float inf
    5x         -> text after a number: 'x' at 1
    1e         -> text after a number: 'e' at 1
    1.2.3      -> text after a number: '.3' at 3
  )");
}

TEST(ParseNumber, RoundsToTheType) {
  EXPECT_EQ(parse_number("0.1f").real, double{0.1F});
  EXPECT_TRUE(parse_number("1e400").has_overflowed);
  EXPECT_TRUE(parse_number("1e39f").has_overflowed);
  EXPECT_EQ(parse_number("1e-400").real, 0);
}

TEST(ParseNumber, Junk) {
  for (const char* text : {"abc", "infinity", "def", "u", "x5", ".", ".e5"}) {
    EXPECT_EQ(parsed(text), "not a number at 0") << text;
  }
  for (const char* text : {"+", "-", "-NaN", "+NaN", "--5", "-x", "-.f"}) {
    EXPECT_EQ(parsed(text), "not a number at 1") << text;
  }
  EXPECT_EQ(parsed("5" + std::string(10000, 'x')),
            "text after a number: '" + std::string(40, 'x') + "' at 1");
}

TEST(FindNamedNumber, KnowsWhatNcgenKnows) {
  EXPECT_TRUE(std::isnan(find_named_number("NaN")->real));
  EXPECT_EQ(find_named_number("nanf")->type, TypeClass::float_);
  EXPECT_EQ(find_named_number("FloatInf")->type, TypeClass::float_);
  EXPECT_FALSE(find_named_number("Inf"));
  EXPECT_FALSE(find_named_number("-NaN"));
  EXPECT_FALSE(find_named_number("+NaN"));
}

TEST(ParseCharacter, OneByte) {
  const auto code = [](const std::string& text) {
    return std::to_string(parse_character(text).magnitude);
  };
  test::expect_table(code, R"(
    'a'    -> 97
    '\n'   -> 10
    '\377' -> 255
    '\x7f' -> 127
    '\0'   -> 0
    '\''   -> 39
  )");
  EXPECT_THROW(parse_character(R"('\400')"), BadLiteral);
}

TEST(ParseString, Escapes) {
  EXPECT_EQ(parse_string(R"("a\tb\\\"\101\x41\q\?")"), "a\tb\\\"AAq\x7F");
  EXPECT_EQ(parse_string(R"("\a\b\f\n\r\t\v\0101")"), "\a\b\f\n\r\t\v\b1");
  EXPECT_EQ(parse_string(R"("a\000b")"), std::string("a\0b", 3));
  EXPECT_EQ(parse_string("\"two\nlines\""), "two\nlines");
  EXPECT_EQ(parse_string("\"\""), "");
  EXPECT_THROW(parse_string(R"("\08")"), BadLiteral);
}

TEST(ParseName, DropsBackslashes) {
  EXPECT_EQ(parse_name(R"(a\ b\\c)"), "a b\\c");
  EXPECT_EQ(parse_name(R"(\9lives)"), "9lives");
}

// ---- Times ----

// The expected hours are those of ncgen of netCDF 4.9.0.

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
