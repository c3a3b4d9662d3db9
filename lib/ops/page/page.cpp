// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ops/page/style.hpp"

namespace ncf::ops::page {
namespace {

constexpr std::size_t cell_width = 20;
constexpr std::size_t cell_height = 16;

std::string color_class(const std::optional<std::size_t>& color) {
  return color ? fmt::format("c{}", std::min(*color, color_count - 1)) : "none";
}

Html cell(const Column& column, const Html& content, bool is_heading) {
  std::vector<Attribute> attributes;
  if (is_heading) attributes.push_back({"scope", "row"});
  if (column.is_of_numbers) attributes.push_back({"class", "number"});
  return is_heading ? element("th", attributes, content) : element("td", attributes, content);
}

Html heading_row(const std::vector<Column>& columns) {
  Html row;
  for (const Column& column : columns) {
    std::vector<Attribute> attributes{{"scope", "col"}};
    if (column.is_of_numbers) attributes.push_back({"class", "number"});
    row += element("th", attributes, column.title);
  }
  return element("thead", element("tr", row));
}

Html rectangle(std::size_t x, std::size_t y, const MapCell& cell) {
  return element("rect",
                 {{"class", color_class(cell.color)},
                  {"x", fmt::format("{}", x * cell_width)},
                  {"y", fmt::format("{}", y * cell_height)},
                  {"width", fmt::format("{}", cell_width)},
                  {"height", fmt::format("{}", cell_height)}},
                 cell.title.empty() ? Html() : element("title", cell.title));
}

}  // namespace

std::string format_page(std::string_view title, const Html& content) {
  constexpr std::string_view page = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<title>{}</title>
<style>{}</style>
</head>
<body>
<main>
{}
{}
</main>
</body>
</html>
)";
  return fmt::format(page, escape_text(title), style_sheet(), element("h1", name(title)).markup(),
                     content.markup());
}

Html section(std::string_view heading, const Html& content) {
  return element("section", element("h2", heading) + content);
}

Html paragraph(const Html& content) { return element("p", content); }

Html list(const std::vector<Html>& items) {
  Html all;
  for (const Html& item : items) all += element("li", item);
  return element("ul", all);
}

Html details(std::string_view summary, const Html& content) {
  return element("details", element("summary", summary) + content);
}

// Formats a command whose lines break between words, not at hyphens.
Html command(std::string_view text) {
  Html words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    words += element("span", word);
    text.remove_prefix(word.size());
    if (text.empty()) break;
    words += " ";
    text.remove_prefix(1);
  }
  return element("pre", {{"tabindex", "0"}}, element("code", words));
}

Html table(const Table& table) {
  Html rows;
  for (const std::vector<Html>& row : table.rows) {
    Html cells;
    for (std::size_t i = 0; i < row.size(); ++i) cells += cell(table.columns[i], row[i], i == 0);
    rows += element("tr", cells);
  }
  const Html whole = element("table", element("caption", table.caption) +
                                          heading_row(table.columns) + element("tbody", rows));
  return element(
      "div",
      {{"class", "scroll"}, {"role", "region"}, {"aria-label", table.caption}, {"tabindex", "0"}},
      whole);
}

Html bar(double share) {
  constexpr double whole = 100;
  const auto part = [](const char* style, double width) {
    return element(
        "rect", {{"class", style}, {"width", fmt::format("{:.4g}", width)}, {"height", "10"}}, {});
  };
  return element("svg",
                 {{"class", "bar"},
                  {"viewBox", "0 0 100 10"},
                  {"preserveAspectRatio", "none"},
                  {"aria-hidden", "true"}},
                 part("whole", whole) + part("part", whole * std::clamp(share, 0.0, 1.0)));
}

Html legend(const std::vector<Color>& colors) {
  Html items;
  for (const Color& color : colors) {
    const Html square = element("rect",
                                {{"class", color_class(color.color)},
                                 {"x", "1"},
                                 {"y", "1"},
                                 {"width", "14"},
                                 {"height", "14"}},
                                {});
    items += element(
        "li",
        element("svg", {{"class", "swatch"}, {"viewBox", "0 0 16 16"}, {"aria-hidden", "true"}},
                square) +
            color.meaning);
  }
  return element("ul", {{"class", "legend"}}, items);
}

Html square(const std::optional<std::size_t>& color, bool is_underlined, std::string_view title) {
  const auto rectangle = [](const std::string& style, const char* y, const char* height) {
    return element(
        "rect", {{"class", style}, {"x", "1"}, {"y", y}, {"width", "18"}, {"height", height}}, {});
  };
  Html parts = element("title", title) + rectangle(color_class(color), "1", "14");
  if (is_underlined) parts += rectangle("kept", "17", "2");
  return element("svg",
                 {{"class", "square"},
                  {"viewBox", "0 0 20 20"},
                  {"role", "img"},
                  {"aria-label", std::string(title)}},
                 parts);
}

Html map(const Map& map) {
  Html cells;
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    cells += rectangle(i % map.columns, i / map.columns, map.cells[i]);
  }
  const std::size_t width = map.columns * cell_width;
  const std::size_t height = (map.cells.size() + map.columns - 1) / map.columns * cell_height;
  const Html picture = element("svg",
                               {{"class", "map"},
                                {"role", "img"},
                                {"aria-label", map.label},
                                {"viewBox", fmt::format("0 0 {} {}", width, height)},
                                {"width", fmt::format("{}", width)},
                                {"height", fmt::format("{}", height)}},
                               cells);
  return element("figure", picture + element("figcaption", map.axes + legend(map.legend)));
}

}  // namespace ncf::ops::page
