// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Formats tables for people. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::ops {

using TableRow = std::vector<std::string>;

struct TableStyle {
  std::string_view empty = "-";  ///< what is printed for an empty text
  /// Columns of the terminal. Long texts are folded to fit if possible; numbers are never split. 0
  /// means lines of any length.
  std::size_t width = 0;
  std::size_t indent = 0;  ///< blanks before each line, beyond the width
};

/// Formats rows as lines: each column as wide as its widest text, two blanks between columns, no
/// trailing blanks, control characters escaped. All rows have as many texts as the first.
std::string format_table(std::vector<TableRow> rows, const TableStyle& style = {});

}  // namespace ncf::ops
