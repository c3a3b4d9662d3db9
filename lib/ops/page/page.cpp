// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/page.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace ncf::ops::page {
namespace {

/// The colours of maps, as 0xRRGGBB. In dark mode, the style sheet inverts their brightness and
/// keeps their hues. source: ColorBrewer 2.0 by Cynthia Brewer (Blues, RdBu)
constexpr std::array<std::uint32_t, color_count + diverging_count> palette = {
    0xe7eff8, 0xd0e1f2, 0xb2cee9, 0x8fb7dd, 0x689dce, 0x4481bb, 0x2864a0,
    0x154a80, 0x072c57, 0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xd1e5f0,
    0xf7f7f7, 0xfddbc7, 0xf4a582, 0xd6604d, 0xb2182b, 0x67001f};

/// Returns the style sheet of all pages. In both colour schemes, text and lines have enough
/// contrast with the background (tests/page checks this).
/// source: WCAG 2.2, success criteria 1.4.3 and 1.4.11
std::string style_sheet() {
  std::string colors;
  for (std::size_t i = 0; i < palette.size(); ++i) {
    colors += fmt::format(".c{} {{ background: #{:06x}; }}\n", i, palette[i]);
  }
  return R"(
:root {
  color-scheme: light dark;
  --back: #ffffff; --panel: #f4f6f8; --text: #1c2127; --quiet: #545d68; --line: #d3d9df;
  --link: #0a5bb5; --mark: #2f6fab; --choice: #b3261e; --edge: #6a7480;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14181d; --panel: #1d232a; --text: #e6eaee; --quiet: #a5afba; --line: #39424c;
    --link: #86b9f2; --mark: #6fa8dc; --choice: #ff8a80; --edge: #8a95a1;
  }
  svg.map, .swatch { filter: invert(1) hue-rotate(180deg); }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 84rem; padding: 1rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.2rem; margin-top: 2.5rem; }
h3 { font-size: 1rem; margin-top: 2rem; }
p, li { max-width: 66rem; }
ul { padding-left: 1.25rem; }
a { color: var(--link); }
small { display: block; color: var(--quiet); font-weight: 400; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.beside {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr));
  gap: 0 2.5rem; align-items: start;
}
.tiles { grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); }
.beside > * { min-width: 0; }
.scroll { overflow-x: auto; max-width: 100%; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding: 0.25rem 0; }
th, td {
  max-width: 24rem; padding: 0.25rem 0.9rem 0.25rem 0; text-align: left; vertical-align: top;
  overflow-wrap: break-word; border-bottom: 1px solid var(--line);
}
thead th { color: var(--quiet); font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 600; }
th.number, td.number { text-align: right; }
td.number { white-space: nowrap; }
svg.bar { display: block; width: 8rem; height: 0.75rem; margin-top: 0.35rem; }
.bar .whole { fill: var(--panel); }
.bar .part { fill: var(--mark); }
figure { margin: 1rem 0; }
figcaption { margin: 0.35rem 0; color: var(--quiet); font-size: 0.9rem; }
.axes { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0; }
.down, .across {
  display: flex; justify-content: space-between; color: var(--quiet); font-size: 0.8rem;
  line-height: 1.2;
}
.down { flex-direction: column; text-align: right; }
.down span { padding-right: 0.5rem; }
.across { grid-column: 2; gap: 0.5rem; text-align: center; }
.across span:first-child { text-align: left; }
.across span:last-child { text-align: right; }
.across span { max-width: 6rem; }
svg.map { display: block; width: 100%; height: auto; grid-column: 2; }
svg.map image { image-rendering: pixelated; }
svg.map, .swatch { background: repeating-linear-gradient(45deg, #ffffff 0 3px, #a9b1b9 3px 4px); }
.swatch, .square, .kept {
  display: inline-block; width: 1.1rem; height: 0.9rem; vertical-align: -0.1rem;
}
.legend .swatch { margin-right: 0.35rem; }
.kept { border-bottom: 3px solid var(--text); height: 1.3rem; }
ul.legend { list-style: none; padding: 0; margin: 0.5rem 0; }
ul.legend li { display: inline-block; margin-right: 1rem; white-space: nowrap; }
svg.chart {
  display: block; width: calc(100% - 6rem); height: 16rem; margin: 1.5rem 1rem 3rem 5rem;
  overflow: visible;
}
.chart text { fill: var(--text); font-size: 0.8rem; }
.chart .axis { stroke: var(--edge); }
.chart .grid { stroke: var(--line); stroke-width: 0.5; }
.chart .front { stroke: var(--mark); stroke-width: 1.5; }
.chart .point { fill: var(--mark); }
.chart .other { fill: var(--back); stroke: var(--edge); stroke-width: 1.5; }
.chart .choice { fill: none; stroke: var(--choice); stroke-width: 2.5; }
details { margin: 0.75rem 0; }
summary { cursor: pointer; color: var(--link); padding: 0.25rem 0; }
pre {
  background: var(--panel); border: 1px solid var(--line); border-radius: 0.25rem; padding: 0.75rem;
  white-space: pre-wrap; user-select: all;
}
pre span { display: inline-block; max-width: 100%; }
)" + colors;
}

// ---- Maps as PNG files ----
// source: Portable Network Graphics, third edition

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(number >> shift);
  return bytes;
}

const Bytef* zlib_bytes(std::string_view text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

/// name: of the chunk, 4 letters.
std::string chunk(std::string_view name, std::string_view content) {
  std::string text(name);
  text += content;
  const uLong crc = ::crc32(0, zlib_bytes(text), static_cast<uInt>(text.size()));
  return big_endian(static_cast<std::uint32_t>(content.size())) + text +
         big_endian(static_cast<std::uint32_t>(crc));
}

std::string compressed(std::string_view bytes) {
  uLongf size = ::compressBound(bytes.size());
  std::string compressed(size, '\0');
  ::compress(reinterpret_cast<Bytef*>(compressed.data()), &size, zlib_bytes(bytes), bytes.size());
  compressed.resize(size);
  return compressed;
}

/// Returns a file with one pixel for each colour, row by row. Pixels without a colour are
/// transparent. colors: indices in the palette, a multiple of `columns`, not 0.
std::string format_png(const std::vector<std::optional<std::size_t>>& colors, std::size_t columns) {
  constexpr std::string_view eight_bits_of_palette("\x08\x03\0\0\0", 5);
  std::string colors_of_palette;
  for (const std::uint32_t color : palette) colors_of_palette += big_endian(color).substr(1);
  colors_of_palette.append(3, '\0');
  std::string opacities(palette.size(), '\xff');
  opacities += '\0';
  std::string pixels;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    if (i % columns == 0) pixels += '\0';  // a row without a filter
    pixels += static_cast<char>(colors[i].value_or(palette.size()));
  }
  return "\x89PNG\r\n\x1a\n" +
         chunk("IHDR", big_endian(static_cast<std::uint32_t>(columns)) +
                           big_endian(static_cast<std::uint32_t>(colors.size() / columns)) +
                           std::string(eight_bits_of_palette)) +
         chunk("PLTE", colors_of_palette) + chunk("tRNS", opacities) +
         chunk("IDAT", compressed(pixels)) + chunk("IEND", "");
}

// ---- The parts of a page ----

Html swatch(const std::optional<std::size_t>& color) {
  return element("span", {{"class", color ? fmt::format("swatch c{}", *color) : "swatch"}}, {});
}

/// Returns the columns that pages show, in their order.
std::vector<std::size_t> columns_of(const Table& table) {
  if (!table.page_order.empty()) return table.page_order;
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Shown shown = table.columns[i].shown;
    if (shown == Shown::everywhere || shown == Shown::on_page) columns.push_back(i);
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

/// Returns the labels of an axis. style: "down" or "across".
Html labels(const MapAxis& axis, const char* style) {
  std::vector<std::string> texts = axis.labels;
  if (axis.is_upward && style == std::string_view("down")) std::ranges::reverse(texts);
  Html labels;
  for (const std::string& text : texts) labels += element("span", text);
  return element("div", {{"class", style}, {"aria-hidden", "true"}}, labels);
}

}  // namespace

std::string format_page(std::string_view title, const Html& content) {
  constexpr std::string_view page = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"/>
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

Html beside(const std::vector<Html>& parts, bool are_small) {
  Html all;
  for (const Html& part : parts) all += element("div", part);
  return element("div", {{"class", are_small ? "beside tiles" : "beside"}}, all);
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
  for (const Color& color : colors) items += element("li", swatch(color.color) + color.meaning);
  return element("ul", {{"class", "legend"}}, items);
}

Html square(const std::optional<std::size_t>& color, bool is_underlined, const std::string& title) {
  return element("span",
                 {{"class", is_underlined ? "kept" : "square"},
                  {"role", "img"},
                  {"aria-label", title},
                  {"title", title}},
                 swatch(color));
}

Html map(const Map& map) {
  const std::size_t columns = map.across.cells;
  const std::size_t rows = map.colors.size() / columns;
  std::vector<std::optional<std::size_t>> colors;
  for (std::size_t i = 0; i < map.colors.size(); ++i) {
    const std::size_t row = i / columns;
    colors.push_back(
        map.colors[(map.down.is_upward ? rows - 1 - row : row) * columns + i % columns]);
  }
  // Cells are squares, unless the map would be very high or flat.
  constexpr std::size_t width = 960;
  const std::size_t height = std::clamp(width * rows / columns, width / 16, width * 3 / 4);
  const Html picture = element("svg",
                               {{"class", "map"},
                                {"role", "img"},
                                {"aria-label", map.label},
                                {"viewBox", fmt::format("0 0 {} {}", width, height)}},
                               image(format_png(colors, columns), width, height));
  return element("figure",
                 element("div", {{"class", "axes"}},
                         labels(map.down, "down") + picture + labels(map.across, "across")) +
                     element("figcaption", map.caption));
}

}  // namespace ncf::ops::page
