// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Columns for people. Pure functions, any thread.
#pragma once

#include <string>
#include <vector>

namespace ncf::ops {

using TableRow = std::vector<std::string>;

/// Rows as lines, each column as wide as its widest text, two blanks between; an empty text is "-".
/// All rows have as many texts as the first.
std::string format_table(const std::vector<TableRow>& rows);

}  // namespace ncf::ops
