// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/report_document.hpp"

#include <gtest/gtest.h>

namespace ncf::ops::page {
namespace {

Table places() {
  Table table{"Places", columns("place", Column{"result", false, Shown::in_text}, numbers("size"),
                                numbers("share", Shown::on_page))};
  table.add({name("/a<b"), "yes", number(std::uint64_t{1200}, "1.2 kB"), "10 %"});
  table.add({name("/c"), "no", Html("-").with_words("inf"), "20 %"}, Shown::on_page);
  table.add({name("all"), "", number(std::uint64_t{3}), ""}, Shown::in_text);
  return table;
}

std::string part_of(const std::string& page, const char* begin, const char* end) {
  const std::size_t at = page.find(begin);
  return at == std::string::npos ? "" : page.substr(at, page.find(end, at) - at);
}

TEST(ReportDocument, IsATextWithBlankLinesBetweenItsParts) {
  Document document;
  document.gap();
  document.paragraph("a\nb");
  document.gap();
  document.section("Places");
  document.table(places());
  document.on_page("picture");
  document.list({"one", Html("two").with_words("note: two")});
  document.gap();
  EXPECT_EQ(document.text(),
            "a\\nb\n\n"
            "place  result  size\n"
            "/a<b   yes     1.2 kB\n"
            "all    -       3\n\n"
            "one\n"
            "note: two\n");
}

TEST(ReportDocument, IsAPageWithItsOwnColumnsRowsAndTitles) {
  Table table = places();
  table.columns[0].page_title = "where";
  table.page_order = {0, 3, 2};
  Document document;
  document.section("Places", "Where they are.");
  document.table(table);
  const std::string page = document.page("title");
  EXPECT_EQ(part_of(page, "<section>", "<div"), "<section><h2>Places</h2><p>Where they are.</p>");
  EXPECT_EQ(part_of(page, "<thead>", "<tbody>"),
            "<thead><tr><th scope=\"col\">where</th><th scope=\"col\" class=\"number\">share</th>"
            "<th scope=\"col\" class=\"number\">size</th></tr></thead>");
  EXPECT_EQ(part_of(page, "<tbody>", "</table>"),
            "<tbody><tr><th scope=\"row\"><bdi>/a&lt;b</bdi></th><td class=\"number\">10 %</td>"
            "<td class=\"number\"><data value=\"1200\">1.2 kB</data></td></tr>"
            "<tr><th scope=\"row\"><bdi>/c</bdi></th><td class=\"number\">20 %</td>"
            "<td class=\"number\">-</td></tr></tbody>");
}

TEST(ReportDocument, LeavesOutWhatIsEmpty) {
  Document document;
  document.section("Places", "Where they are.");
  document.table({"Places", columns("place")});
  document.list({});
  document.paragraph("only here", Shown::in_text);
  document.section("Others");
  document.line("a\nb");
  EXPECT_EQ(document.text(), "only here\na\\nb\n");
  EXPECT_EQ(document.page("title").find("<section>"), std::string::npos);
}

}  // namespace
}  // namespace ncf::ops::page
