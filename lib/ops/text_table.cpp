// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/text_table.hpp"

#include <algorithm>

namespace ncf::ops {
namespace {

/// Of UTF-8, each character counted as one.
std::size_t count_columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

}  // namespace

std::string format_table(const std::vector<TableRow>& rows, std::string_view empty) {
  if (rows.empty()) return {};
  std::vector<std::size_t> widths(rows.front().size(), count_columns(empty));
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], count_columns(row[i]));
    }
  }
  std::string text;
  for (const TableRow& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string_view cell = row[i].empty() ? empty : std::string_view(row[i]);
      line += cell;
      line.append(widths[i] - count_columns(cell) + 2, ' ');
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

}  // namespace ncf::ops
