// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Tables in tests: each row is a text, and what a function must make of it.
//
//   expect_table(cd_values_or_message, R"(
//     307,9 -> 307,9
//     2,4   -> 2
//
//     // Comments are headings. Blanks around the arrow do not count.
//     {"name":"zstd","configuration":{"level":5}}
//       -> 32015,5
//     307,10
//         ^~ bzip2 level is 10, expected 1 to 9
//   )");
//
// The last row is a message with a caret, as under_text writes it. A line that ends in a blank and
// a backslash goes on in the next one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "support/caret.hpp"

namespace ncf::test {

struct TableRow {
  int line = 0;         ///< lines from the beginning of the table
  std::string heading;  ///< the last comment before it
  std::string text;
  std::string meaning;
};

namespace detail {

struct TableLine {
  int number = 0;
  std::string text;
};

/// Returns the lines of a table, without its indentation and empty lines.
inline std::vector<TableLine> table_lines(std::string_view table) {
  constexpr auto none = std::string_view::npos;
  std::vector<TableLine> lines;
  std::size_t indentation = none;
  bool goes_on = false;
  for (int number = 0; !table.empty(); ++number) {
    std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(line.size() + 1, table.size()));
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == none) continue;
    if (indentation == none) indentation = begin;
    line.remove_prefix(goes_on ? begin : std::min(begin, indentation));
    if (!goes_on) lines.push_back({number, {}});
    goes_on = line.ends_with(" \\");
    if (goes_on) line.remove_suffix(1);
    lines.back().text += line;
  }
  return lines;
}

inline std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') + 1 - begin));
}

}  // namespace detail

/// throws: std::runtime_error if there is no row, or a text without its meaning.
inline std::vector<TableRow> parse_table(std::string_view table) {
  constexpr std::string_view arrow = " -> ";
  std::vector<TableRow> rows;
  std::string heading;
  std::optional<std::string> text;  // whose meaning is in the next line
  for (const auto& [number, line] : detail::table_lines(table)) {
    const std::string padded = " " + line + " ";
    const std::size_t text_end = padded.find(arrow);
    if (line.starts_with("// ")) {
      heading = line;
    } else if (text_end != std::string::npos) {
      rows.push_back({number, heading, text.value_or(detail::trimmed(padded.substr(0, text_end))),
                      detail::trimmed(padded.substr(text_end + arrow.size()))});
      text.reset();
    } else if (text) {
      rows.push_back({number, heading, *text, line});
      text.reset();
    } else {
      text = line;
    }
  }
  if (text || rows.empty()) throw std::runtime_error("no meaning of " + text.value_or("nothing"));
  return rows;
}

/// Checks each row. A failure names its line in the test, its heading and its text.
inline void expect_table(const std::function<std::string(const std::string&)>& meaning_of,
                         std::string_view table, const char* file = __builtin_FILE(),
                         int line = __builtin_LINE()) {
  for (const TableRow& row : parse_table(table)) {
    const std::string heading = row.heading.empty() ? "" : row.heading + '\n';
    const testing::ScopedTrace trace(file, line + row.line, heading + row.text);
    EXPECT_EQ(under_text(row.text, meaning_of(row.text)), row.meaning);
  }
}

}  // namespace ncf::test
