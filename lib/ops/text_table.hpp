// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Columns for people. Pure functions, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ncf::ops {

using TableRow = std::vector<std::string>;

/// Rows as lines, each column as wide as its widest text, two blanks between, none at the end of a
/// line. All rows have as many texts as the first.
/// empty: what stands for an empty text.
std::string format_table(const std::vector<TableRow>& rows, std::string_view empty = "-");

}  // namespace ncf::ops
