// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/html.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ops/page/chart.hpp"
#include "ops/page/page.hpp"
#include "ops/values/coordinate_texts.hpp"

namespace ncf::ops::page {
namespace {

TEST(Html, EscapesWhatIsSpecialInText) {
  EXPECT_EQ(Html("<b title=\"x\" a='y'>&amp;").markup(),
            "&lt;b title=&quot;x&quot; a=&#39;y&#39;&gt;&amp;amp;");
}

TEST(Html, EscapesAttributes) {
  EXPECT_EQ(element("td", {{"class", "\"><script>"}}, "x").markup(),
            "<td class=\"&quot;&gt;&lt;script&gt;\">x</td>");
}

TEST(Html, NestsElements) {
  EXPECT_EQ(element("tr", element("td", "a") + element("td", number(std::uint64_t{1200}, "1.2 kB")))
                .markup(),
            "<tr><td>a</td><td><data value=\"1200\">1.2 kB</data></td></tr>");
}

TEST(Html, ShowsCharactersThatDeceive) {
  EXPECT_EQ(escape_text("a\u202Ecn.exe"), "a\\u202ecn.exe");
  EXPECT_EQ(escape_text("\u2066x\u2069\u200E\u200B\uFEFF\u061C"),
            "\\u2066x\\u2069\\u200e\\u200b\\ufeff\\u061c");
  EXPECT_EQ(escape_text("\U000E0041"), "\\U000e0041");
  EXPECT_EQ(escape_text("\x1b[2J\n"), "\\x1b[2J\\n");
  EXPECT_EQ(escape_text("\uFFFE"), "\\ufffe");
}

TEST(Html, ShowsBytesThatAreNotUtf8) { EXPECT_EQ(escape_text("a\xff<"), "a\\xff&lt;"); }

TEST(Html, KeepsLettersOfAllScripts) {
  EXPECT_EQ(escape_text("températurе 温度 \u05D0\u05D1"), "températurе 温度 \u05D0\u05D1");
}

TEST(Html, KeepsAllDigitsOfNumbers) {
  EXPECT_EQ(number(0.1 + 0.2, "0.3").markup(), "<data value=\"0.30000000000000004\">0.3</data>");
}

TEST(Page, ShowsItsTitleAsText) {
  const std::string page = format_page("</title><script>", paragraph("x"));
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_NE(page.find("<title>&lt;/title&gt;&lt;script&gt;</title>"), std::string::npos);
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Chart, MarksTheChoiceAndJoinsTheFront) {
  Chart chart;
  chart.format_x = chart.format_y = [](double number) { return fmt::format("{:.1f}", number); };
  chart.points = {{1, 10, "1", "slow", true, false},
                  {2, 30, "2", "worse", false, false},
                  {100, 20, "3", "fast", true, true}};
  const std::string picture = page::chart(chart).markup();
  EXPECT_EQ(count_of(picture, "class=\"choice\""), 1U);
  EXPECT_EQ(count_of(picture, "class=\"point\""), 2U);
  EXPECT_EQ(count_of(picture, "class=\"other\""), 1U);
  EXPECT_EQ(count_of(picture, "<title>"), 3U);
  EXPECT_EQ(count_of(picture, "class=\"front\""), 1U);
  for (const char* name : {">1</text>", ">2</text>", ">3</text>"}) {
    EXPECT_EQ(count_of(picture, name), 1U);
  }
}

TEST(Chart, HasAScaleEvenIfAllNumbersAreAlike) {
  Chart chart;
  chart.format_x = chart.format_y = [](double number) { return fmt::format("{:.1f}", number); };
  chart.points = {{3, 37, "1", "only", true, true}};
  const std::string picture = page::chart(chart).markup();
  EXPECT_EQ(count_of(picture, ">40.0<"), 1U);
  EXPECT_EQ(count_of(picture, "nan"), 0U);
  EXPECT_TRUE(page::chart({}).is_empty());
}

TEST(Map, HasTheEndOfAnUpwardAxisAtTheTop) {
  Map map{"label", {"lat", 2, 2, {"10 S", "10 N"}, true}, {"lon", 1, 1}, {3, std::nullopt}, "x"};
  const std::string upward = page::map(map).markup();
  EXPECT_LT(upward.find("10 N"), upward.find("10 S"));
  std::swap(map.colors.front(), map.colors.back());
  map.down = {"lat", 2, 2, {"10 N", "10 S"}};
  EXPECT_EQ(page::map(map).markup(), upward);
}

TEST(Html, SeparatesThousandsOnPagesOnly) {
  const Html shown = number(std::uint64_t{9383040});
  EXPECT_EQ(shown.markup(), "<data value=\"9383040\">9,383,040</data>");
  EXPECT_EQ(shown.words(), "9383040");
  EXPECT_NE(number(std::uint64_t{100}).markup().find(">100<"), std::string::npos);
}

TEST(MapAxis, PutsEachPositionIntoOneCell) {
  for (std::size_t length = 1; length < 80; ++length) {
    for (std::size_t cells = 1; cells <= length; ++cells) {
      const MapAxis axis{"x", length, cells};
      for (std::size_t position = 0; position < length; ++position) {
        const std::size_t cell = cell_of(axis, position);
        ASSERT_LE(axis.begin(cell), position);
        ASSERT_LT(position, axis.begin(cell + 1));
      }
    }
  }
}

TEST(MapAxis, NamesPositions) {
  const MapAxis down{"y", 4, 4};
  const MapAxis across{"x", 10, 5};
  EXPECT_EQ(name_cell(down, across, 7), "y 1, x 4-5");
  EXPECT_EQ(name_cell({}, across, 4), "x 8-9");
  EXPECT_EQ(describe_axes(down, across, "chunks"), "Across: x, 10 chunks. Down: y, 4 chunks.");
}

}  // namespace
}  // namespace ncf::ops::page
