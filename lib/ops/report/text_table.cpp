// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/report/text_table.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "ncf/escape_controls.hpp"

namespace ncf::ops {
namespace {

constexpr std::size_t gap = 2;                   ///< between columns
constexpr std::size_t narrowest_folded = 12;     ///< narrower columns are not folded
constexpr std::string_view breaks = " |,;/&_-";  ///< a line may end after these

using base::begins_character;

/// Returns the number of bytes of the first `columns` characters.
std::size_t bytes_of(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  while (at < text.size() && (columns > 0 || !begins_character(text[at]))) {
    if (begins_character(text[at])) --columns;
    ++at;
  }
  return at;
}

bool is_in_number(std::string_view text, std::size_t at) {
  const auto is_part = [](char c) { return base::is_digit(c) || c == '.'; };
  return at > 0 && at < text.size() && is_part(text[at - 1]) && is_part(text[at]);
}

/// Returns the end of a line of at most `columns`: after a break, else anywhere except within a
/// number.
std::size_t end_of_line(std::string_view text, std::size_t columns) {
  const std::size_t end = bytes_of(text, columns);
  for (std::size_t at = end; at > 1; --at) {
    const bool is_blank_next = at < text.size() && text[at] == ' ';
    if (is_blank_next || breaks.find(text[at - 1]) != std::string_view::npos) return at;
  }
  std::size_t at = end;
  while (is_in_number(text, at)) --at;
  if (at > 0) return at;
  at = end;
  while (is_in_number(text, at)) ++at;
  return at;
}

std::vector<std::string_view> fold(std::string_view text, std::size_t columns) {
  std::vector<std::string_view> lines;
  while (base::count_characters(text) > columns) {
    const std::size_t end = end_of_line(text, columns);
    lines.push_back(text.substr(0, text.find_last_not_of(' ', end - 1) + 1));
    text.remove_prefix(std::min(text.find_first_not_of(' ', end), text.size()));
  }
  if (!text.empty() || lines.empty()) lines.push_back(text);
  return lines;
}

std::vector<std::size_t> natural_widths(const std::vector<TableRow>& rows, std::string_view empty) {
  std::vector<std::size_t> widths(rows.front().size(), base::count_characters(empty));
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], base::count_characters(row[i]));
    }
  }
  return widths;
}

/// Narrows the widest column repeatedly until all fit or all are narrow.
void narrow(std::vector<std::size_t>& widths, std::size_t width) {
  std::size_t total = gap * (widths.size() - 1);
  for (const std::size_t one : widths) total += one;
  while (total > width) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= narrowest_folded) return;
    --*widest;
    --total;
  }
}

void append_row(const TableRow& row, const std::vector<std::size_t>& widths,
                const TableStyle& style, std::string& text) {
  std::vector<std::vector<std::string_view>> cells;
  std::size_t height = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    cells.push_back(fold(row[i].empty() ? style.empty : std::string_view(row[i]), widths[i]));
    height = std::max(height, cells.back().size());
  }
  for (std::size_t part = 0; part < height; ++part) {
    std::string line(style.indent, ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string_view cell = part < cells[i].size() ? cells[i][part] : std::string_view();
      line += cell;
      line.append(
          std::max(widths[i], base::count_characters(cell)) - base::count_characters(cell) + gap,
          ' ');
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
}

}  // namespace

std::string format_table(std::vector<TableRow> rows, const TableStyle& style) {
  if (rows.empty()) return {};
  for (TableRow& row : rows) std::transform(row.begin(), row.end(), row.begin(), escape_controls);
  std::vector<std::size_t> widths = natural_widths(rows, style.empty);
  if (style.width > 0) narrow(widths, style.width);
  std::string text;
  for (const TableRow& row : rows) append_row(row, widths, style, text);
  return text;
}

}  // namespace ncf::ops
