// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the pages that `--html` writes. A page is one file, without scripts and without
// references to other files, and adapts to the reader's light or dark colour scheme and to the
// width of the screen. Every picture has a description for readers who cannot see it, and a table
// with its numbers. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ops/page/html.hpp"

namespace ncf::ops::page {

/// Returns a complete page. title: of the window, and the heading of the page.
[[nodiscard]] std::string format_page(std::string_view title, const Html& content);

[[nodiscard]] Html paragraph(const Html& content);
[[nodiscard]] Html list(const std::vector<Html>& items);
/// Shows `content` when the reader opens it.
[[nodiscard]] Html details(std::string_view summary, const Html& content);
/// Returns a command to copy.
[[nodiscard]] Html command(std::string_view text);

/// The forms of a report that show a part of it.
enum class Shown { everywhere, in_text, on_page };

struct Column {
  std::string title;
  bool is_of_numbers = false;
  Shown shown = Shown::everywhere;
  std::string page_title = {};  ///< if the page has another one
};

/// Returns a column of numbers.
[[nodiscard]] inline Column numbers(std::string title, Shown shown = Shown::everywhere,
                                    std::string page_title = {}) {
  return {std::move(title), true, shown, std::move(page_title)};
}

/// Returns columns: each is a title, for a column of words, or a Column.
template <class... All>
[[nodiscard]] std::vector<Column> columns(const All&... all) {
  return {Column{all}...};
}

struct Row {
  std::vector<Html> cells;  ///< one for each column
  Shown shown = Shown::everywhere;
};

struct Table {
  std::string caption;  ///< only pages show it
  std::vector<Column> columns;
  std::vector<Row> rows = {};
  /// The columns on the page, if it orders them differently. The first is the heading of the rows.
  std::vector<std::size_t> page_order = {};
  bool is_shown_empty = false;  ///< also without rows

  void add(std::vector<Html> cells, Shown shown = Shown::everywhere) {
    rows.push_back({std::move(cells), shown});
  }
};

/// Returns a table for a page, which is scrolled sideways if it is wider than the screen.
[[nodiscard]] Html table(const Table& table);

/// Returns a bar in a table. share: its length, from 0 to 1; the number must be beside it.
[[nodiscard]] Html bar(double share);

/// The number of colours in maps, from the palest to the strongest.
inline constexpr std::size_t color_count = 9;

struct Color {
  std::optional<std::size_t> color;  ///< below `color_count`; empty for no colour
  std::string meaning;
};

[[nodiscard]] Html legend(const std::vector<Color>& colors);

/// Returns a coloured square in a table. title: its meaning, for readers who cannot see it.
[[nodiscard]] Html square(const std::optional<std::size_t>& color, bool is_underlined,
                          std::string_view title);

struct MapCell {
  std::optional<std::size_t> color;  ///< below `color_count`; empty for a cell without data
  std::string title;                 ///< what the cell shows
};

struct Map {
  std::string label;  ///< for readers who cannot see the picture
  std::size_t columns = 1;
  std::vector<MapCell> cells;  ///< row by row
  std::string axes;            ///< what is across and down
  std::vector<Color> legend;
};

[[nodiscard]] Html map(const Map& map);

/// Returns the style sheet of all pages. In both colour schemes, text and lines have enough
/// contrast with the background (tests/page checks this).
/// source: WCAG 2.2, success criteria 1.4.3 and 1.4.11
[[nodiscard]] std::string_view style_sheet() noexcept;

}  // namespace ncf::ops::page
