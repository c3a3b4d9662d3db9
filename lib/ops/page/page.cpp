// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ncf::ops::page {
namespace {

constexpr std::size_t cell_width = 20;
constexpr std::size_t cell_height = 16;

std::string color_class(const std::optional<std::size_t>& color) {
  return color ? fmt::format("c{}", std::min(*color, color_count - 1)) : "none";
}

/// Returns the columns that pages show, in their order.
std::vector<std::size_t> columns_of(const Table& table) {
  if (!table.page_order.empty()) return table.page_order;
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].shown != Shown::in_text) columns.push_back(i);
  }
  return columns;
}

/// scope: of the numbers that a heading is for, "row" or "col"; null for a cell with a number.
Html cell(const Column& column, const Html& content, const char* scope) {
  std::vector<Attribute> attributes;
  if (scope != nullptr) attributes.push_back({"scope", scope});
  if (column.is_of_numbers) attributes.push_back({"class", "number"});
  return scope != nullptr ? element("th", attributes, content) : element("td", attributes, content);
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
  const std::vector<std::size_t> shown = columns_of(table);
  Html headings;
  for (const std::size_t i : shown) {
    const Column& column = table.columns[i];
    headings += cell(column, column.page_title.empty() ? column.title : column.page_title, "col");
  }
  Html rows;
  for (const Row& row : table.rows) {
    if (row.shown == Shown::in_text) continue;
    Html cells;
    for (const std::size_t i : shown) {
      cells += cell(table.columns[i], row.cells[i], i == shown.front() ? "row" : nullptr);
    }
    rows += element("tr", cells);
  }
  const Html whole =
      element("table", element("caption", table.caption) +
                           element("thead", element("tr", headings)) + element("tbody", rows));
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

std::string_view style_sheet() noexcept {
  return R"(
:root {
  color-scheme: light dark;
  --back: #ffffff; --panel: #f4f6f8; --text: #1c2127; --quiet: #545d68; --line: #d3d9df;
  --link: #0a5bb5; --mark: #2f6fab; --choice: #b3261e; --edge: #6a7480;
  --c0: #e7eff8; --c1: #d0e1f2; --c2: #b2cee9; --c3: #8fb7dd; --c4: #689dce; --c5: #4481bb;
  --c6: #2864a0; --c7: #154a80; --c8: #072c57;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14181d; --panel: #1d232a; --text: #e6eaee; --quiet: #a5afba; --line: #39424c;
    --link: #86b9f2; --mark: #6fa8dc; --choice: #ff8a80; --edge: #8a95a1;
    --c0: #1b2a3a; --c1: #1f3a55; --c2: #244c72; --c3: #2e6190; --c4: #4079ae; --c5: #5b94c8;
    --c6: #84b2dd; --c7: #b3d2ee; --c8: #e9f3fc;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin-top: 2.5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin-top: 1.75rem; overflow-wrap: anywhere; }
p, li { max-width: 44rem; overflow-wrap: anywhere; }
ul { padding-left: 1.25rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.scroll { overflow-x: auto; max-width: 100%; margin: 1rem 0; }
table {
  width: max-content; border-collapse: collapse; font-size: 0.9rem;
  font-variant-numeric: tabular-nums;
}
caption { text-align: left; color: var(--quiet); padding: 0.25rem 0; }
th, td {
  max-width: 24rem; padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top;
  overflow-wrap: anywhere;
}
thead th { color: var(--quiet); font-weight: 600; border-bottom: 2px solid var(--line); }
tbody tr > * { border-bottom: 1px solid var(--line); }
tbody th { font-weight: 600; }
th.number, td.number { text-align: right; white-space: nowrap; }
svg.bar { display: block; width: 8rem; height: 0.75rem; margin-top: 0.35rem; }
.bar .whole { fill: var(--panel); }
.bar .part { fill: var(--mark); }
figure { margin: 1rem 0; }
figcaption { margin: 0.35rem 0; color: var(--quiet); font-size: 0.9rem; }
svg.map, svg.chart { display: block; max-width: 100%; height: auto; }
svg.chart { width: 36rem; }
svg.map rect, svg.swatch rect { stroke: var(--line); stroke-width: 0.5; }
svg.square { display: block; width: 1.25rem; height: 1.25rem; }
svg.square rect { stroke: var(--line); stroke-width: 0.5; }
.square rect.kept { fill: var(--text); stroke: none; }
svg.swatch { width: 1rem; height: 1rem; vertical-align: -0.15rem; margin-right: 0.35rem; }
ul.legend { list-style: none; padding: 0; margin: 0.5rem 0; }
ul.legend li { display: inline-block; margin-right: 1rem; white-space: nowrap; }
.none { fill: none; }
.c0 { fill: var(--c0); } .c1 { fill: var(--c1); } .c2 { fill: var(--c2); }
.c3 { fill: var(--c3); } .c4 { fill: var(--c4); } .c5 { fill: var(--c5); }
.c6 { fill: var(--c6); } .c7 { fill: var(--c7); } .c8 { fill: var(--c8); }
.chart text { fill: var(--text); font-size: 11px; }
.chart .axis { stroke: var(--edge); stroke-width: 1; fill: none; }
.chart .grid { stroke: var(--line); stroke-width: 0.5; fill: none; }
.chart .front { stroke: var(--mark); stroke-width: 1.5; fill: none; }
.chart .point { fill: var(--mark); }
.chart .other { fill: var(--back); stroke: var(--edge); stroke-width: 1.5; }
.chart .choice { fill: none; stroke: var(--choice); stroke-width: 2.5; }
details { margin: 0.75rem 0; }
summary { cursor: pointer; color: var(--link); padding: 0.25rem 0; }
pre {
  background: var(--panel); border: 1px solid var(--line); border-radius: 0.25rem; padding: 0.75rem;
  white-space: pre-wrap; overflow-wrap: anywhere; user-select: all;
}
pre span { display: inline-block; max-width: 100%; }
)";
}

}  // namespace ncf::ops::page
