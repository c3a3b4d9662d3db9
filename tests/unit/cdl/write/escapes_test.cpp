// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/escapes.hpp"

#include <gtest/gtest.h>

#include "cdl/read/literal.hpp"

namespace ncf::cdl {
namespace {

using namespace std::string_view_literals;

std::string name(std::string_view text) {
  std::string out;
  append_name(out, text);
  return out;
}

std::string text(std::string_view value, LineEnds line_ends = LineEnds::kept_in_string) {
  std::string out;
  append_text(out, value, line_ends);
  return out;
}

std::string row(std::initializer_list<std::string_view> pieces,
                LineEnds line_ends = LineEnds::kept_in_string,
                EndZeros end_zeros = EndZeros::left_out) {
  std::string out;
  RowText row_text(line_ends, end_zeros);
  row_text.begin(out);
  for (const std::string_view piece : pieces) row_text.append(out, piece);
  row_text.end(out);
  return out;
}

TEST(Names, WhatCdlWouldNotReadIsEscaped) {
  EXPECT_EQ(name("t2m"), "t2m");
  EXPECT_EQ(name("2m"), "\\2m");
  EXPECT_EQ(name("a b"), "a\\ b");
  EXPECT_EQ(name("a(1)"), "a\\(1\\)");
  EXPECT_EQ(name("a.b-c+d@e%f"), "a.b-c+d@e%f");
  EXPECT_EQ(name("a\tb"), "a\\%09b");
  EXPECT_EQ(name("/sea/ice"), "/sea/ice");
}

TEST(Names, Utf8StaysAsItIs) { EXPECT_EQ(name("温度"), "温度"); }

TEST(Texts, ControlCharactersAreEscaped) {
  EXPECT_EQ(text("a\b\f\n\r\t\v\\'\"z"), R"("a\b\f\n\r\t\v\\\'\"z")");
  EXPECT_EQ(text("\x01\x7F"), R"("\001\177")");
  EXPECT_EQ(text("é"), "\"é\"");
}

TEST(Texts, OfSpecialAttributesAreReadAsTheyWere) {
  std::string out;
  const std::string text = "[{\"id\":\"a\\\"b\\n\"},'\n\x7F\xC3\xA9']";
  append_special_text(out, text);
  EXPECT_EQ(out, "\"[{\\\"id\\\":\\\"a\\\\\\\"b\\\\n\\\"},'\\012\\177\xC3\xA9']\"");
  EXPECT_EQ(parse_string(out), text);
}

TEST(Texts, ZerosAtTheEndAreLeftOut) {
  EXPECT_EQ(text("a\0b\0\0"sv), R"("a\000b")");
  EXPECT_EQ(text("\0\0"sv), "\"\"");
  EXPECT_EQ(text(""), "\"\"");
}

TEST(Texts, KeepZerosAtTheEndWhereTheyAreWanted) {
  std::string out;
  append_text(out, "a\0b\0\0"sv, LineEnds::kept_in_string, EndZeros::kept);
  EXPECT_EQ(out, R"("a\000b\000\000")");
}

TEST(Texts, ClassicAttributesGoOnInTheNextLine) {
  EXPECT_EQ(text("a\nb", LineEnds::split_string), "\"a\\n\",\n\t\t\t\"b\"");
}

TEST(Rows, MayComeInAnyPieces) {
  EXPECT_EQ(row({"ab\0\0"sv, "\0c\0"sv, "\0"sv}), R"("ab\000\000\000c")");
  EXPECT_EQ(row({"ab"sv, "\0\0"sv}), R"("ab")");
  EXPECT_EQ(row({}), "\"\"");
}

TEST(Rows, KeepZerosAtTheEndWhereTheyAreWanted) {
  EXPECT_EQ(row({"ab\0\0"sv, "\0"sv}, LineEnds::kept_in_string, EndZeros::kept),
            R"("ab\000\000\000")");
}

TEST(Rows, AreAsciiOnly) { EXPECT_EQ(row({"\xC3\xA9"}), R"("\303\251")"); }

TEST(Rows, AreOneStringOrGoOnInTheNextLine) {
  EXPECT_EQ(row({"a\nb\n"}), R"("a\nb\n")");
  EXPECT_EQ(row({"a\nb"}, LineEnds::split_string), "\"a\\n\",\n    \"b\"");
  EXPECT_EQ(row({"a\n", "\0b"sv}, LineEnds::split_string), "\"a\\n\",\n    \"\\000b\"");
}

TEST(Rows, AreNotSplitWhereNothingFollows) {
  EXPECT_EQ(row({"a\n"}, LineEnds::split_string), R"("a\n")");
  EXPECT_EQ(row({"a\n\0"sv}, LineEnds::split_string), R"("a\n")");
  EXPECT_EQ(row({"a\n\0"sv}, LineEnds::split_string, EndZeros::kept), "\"a\\n\",\n    \"\\000\"");
}

TEST(Members, ControlCharactersStandBehindABackslash) {
  std::string out;
  append_member_text(out, "a\n\"\x01\0"sv);
  EXPECT_EQ(out, "\"a\\\n\\\"\\001\"");
}

TEST(Xml, SpecialCharactersAreReferences) {
  std::string out;
  EXPECT_TRUE(append_xml(out, "<a href=\"&\">\n\r\t\x7F \u00B0\U0001F300"));
  EXPECT_EQ(out, "&lt;a href=&quot;&amp;&quot;&gt;&#xA;&#xD;&#x9;&#127; \u00B0\U0001F300");
}

TEST(Xml, WhatItCannotContainIsReplaced) {
  for (const std::string_view text :
       {"\0"sv, "\x01"sv, "\x0C"sv, "\x1F"sv, "\xB0"sv, "\xEF\xBF\xBE"sv, "\xEF\xBF\xBF"sv}) {
    std::string out;
    EXPECT_FALSE(append_xml(out, "a" + std::string(text) + "b"));
    EXPECT_EQ(out, "a\uFFFDb");
  }
}

}  // namespace
}  // namespace ncf::cdl
