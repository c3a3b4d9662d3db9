// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Places in a text, for messages: line and column, and the line with a caret under the place.
// Positions are computed only when a message is made.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ncf/error.hpp"

namespace ncf::base {

/// A place as people count: both from 1, `column` in bytes.
struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// Line and column of byte `offset`; an offset past the end means the end.
LineColumn line_column(std::string_view text, std::size_t offset);

/// `reason`, then the line of `text` where `span` begins, then a caret under `span.begin` with
/// tildes under the rest of the span. Lines are indented by two blanks. Of a line longer than 100
/// columns only the part around the caret is shown, marked by "..."; a tab is shown
/// as a blank, other control characters as '?', and UTF-8 text takes one column per code point.
std::string with_caret(std::string_view text, SourceSpan span, std::string_view reason);

}  // namespace ncf::base
