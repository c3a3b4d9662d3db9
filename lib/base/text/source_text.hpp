// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts in messages: a line with a caret under the position of an error, and texts that a terminal
// can show.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ncf/error.hpp"

namespace ncf::base {

/// Returns `reason`, then the line of `text` where `span` begins, then a caret under `span.begin`
/// with tildes under the rest of the span. Lines are indented by two blanks. If a line is longer
/// than 100 columns, only the part around the caret is shown, marked by "...". Characters are shown
/// as by `printable`, and UTF-8 text takes one column per code point.
std::string with_caret(std::string_view text, SourceSpan span, std::string_view reason);

/// Returns as much of `text` as fits into `max_bytes`, in whole code points, with tabs shown as
/// blanks and other control characters as '?'.
std::string printable(std::string_view text, std::size_t max_bytes = std::string_view::npos);

}  // namespace ncf::base
