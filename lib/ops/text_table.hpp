// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Columns for people. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::ops {

using TableRow = std::vector<std::string>;

struct TableStyle {
  std::string_view empty = "-";  ///< what stands for an empty text
  /// Columns of the terminal, which lines keep to if possible: long texts are folded, numbers are
  /// never split. 0: lines of any length.
  std::size_t width = 0;
};

/// Rows as lines, each column as wide as its widest text, two blanks between, none at the end of a
/// line, control characters escaped. All rows have as many texts as the first.
std::string format_table(std::vector<TableRow> rows, const TableStyle& style = {});

}  // namespace ncf::ops
