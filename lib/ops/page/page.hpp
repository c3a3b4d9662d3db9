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

#include "ncf/map_axis.hpp"
#include "ops/page/html.hpp"

namespace ncf::ops::page {

/// The number of colours from the palest to the strongest, and of those from blue over white to
/// red, which follow them in the palette of maps.
inline constexpr std::size_t color_count = 9;
inline constexpr std::size_t diverging_count = 11;

/// Returns a complete page. title: of the window, and the heading of the page.
[[nodiscard]] std::string format_page(std::string_view title, const Html& content);

[[nodiscard]] Html paragraph(const Html& content);
[[nodiscard]] Html list(const std::vector<Html>& items);
/// Shows parts beside each other, as far as the screen is wide enough.
[[nodiscard]] Html beside(const std::vector<Html>& parts, bool are_small = false);
/// Shows `content` when the reader opens it.
[[nodiscard]] Html details(std::string_view summary, const Html& content);
/// Returns a command to copy.
[[nodiscard]] Html command(std::string_view text);

/// The forms of a report that show a part of it.
enum class Shown { everywhere, in_text, on_page, nowhere };

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

struct Color {
  std::optional<std::size_t> color;  ///< an index in the palette; empty for no data
  std::string meaning;
};

[[nodiscard]] Html legend(const std::vector<Color>& colors);

/// Returns a coloured square in a table. title: its meaning, for readers who cannot see it.
[[nodiscard]] Html square(const std::optional<std::size_t>& color, bool is_underlined,
                          const std::string& title);

struct Map {
  std::string label;  ///< for readers who cannot see the picture
  MapAxis down;
  MapAxis across;
  std::vector<std::optional<std::size_t>> colors;  ///< of the cells, row by row; empty: no data
  Html caption;
};

/// Returns a map, with the end of an upward axis at the top.
[[nodiscard]] Html map(const Map& map);

}  // namespace ncf::ops::page
