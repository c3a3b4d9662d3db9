// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Messages with a caret, in the form in which tables of tests write them.
#pragma once

#include <string>
#include <string_view>

namespace ncf::test {

/// Returns a message that quotes the whole of a text of one line,
///
///     REASON
///       TEXT
///         ^~~
///
/// as the line that stands under the text in a table, "  ^~~ REASON"; another message as it is.
inline std::string under_text(std::string_view text, std::string message) {
  const std::string quoted = "\n  " + std::string(text) + "\n  ";
  const std::size_t reason_end = message.find('\n');
  if (reason_end == std::string::npos || !message.substr(reason_end).starts_with(quoted)) {
    return message;
  }
  const std::string marks = message.substr(reason_end + quoted.size());
  if (marks.find('\n') != std::string::npos) return message;
  return marks + ' ' + message.substr(0, reason_end);
}

}  // namespace ncf::test
