// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/source_text.hpp"

#include <algorithm>

#include "base/text/utf8.hpp"

namespace ncf::base {
namespace {

constexpr std::size_t max_columns = 100;
constexpr std::size_t columns_before_caret = 60;

/// Returns the bytes of `text` from character `first`, at most `count` characters.
std::string_view columns(std::string_view text, std::size_t first, std::size_t count) {
  std::size_t begin = 0;
  const auto advance = [&](std::size_t from, std::size_t steps) {
    while (from < text.size() && steps > 0) {
      ++from;
      while (from < text.size() && !begins_character(text[from])) ++from;
      --steps;
    }
    return from;
  };
  begin = advance(0, first);
  return text.substr(begin, advance(begin, count) - begin);
}

}  // namespace

std::string with_caret(std::string_view text, SourceSpan span, std::string_view reason) {
  const std::size_t begin = std::min(span.begin, text.size());
  const std::size_t line_begin = text.substr(0, begin).rfind('\n') + 1;  // 0 if there is none
  const std::size_t line_end = std::min(text.find('\n', begin), text.size());
  const std::string_view line = text.substr(line_begin, line_end - line_begin);

  std::size_t caret = count_characters(line.substr(0, begin - line_begin));
  const std::size_t end = std::clamp(span.end, begin, line_end);
  std::size_t width = std::max<std::size_t>(1, count_characters(text.substr(begin, end - begin)));

  std::string shown;
  if (count_characters(line) <= max_columns) {
    shown = printable(line);
  } else {
    const std::size_t first = caret > columns_before_caret ? caret - columns_before_caret : 0;
    const std::string_view part = columns(line, first, max_columns);
    const bool cut_before = first > 0;
    const bool cut_after = part.data() + part.size() != line.data() + line.size();
    shown = (cut_before ? "..." : "") + printable(part) + (cut_after ? "..." : "");
    caret = caret - first + (cut_before ? 3 : 0);
    width = std::min(width, std::max(count_characters(shown), caret + 1) - caret);
  }
  std::string message(reason);
  message += "\n  " + shown + "\n  " + std::string(caret, ' ') + '^' + std::string(width - 1, '~');
  return message;
}

std::string printable(std::string_view text, std::size_t max_bytes) {
  std::string shown(text.substr(0, character_begin(text, std::min(text.size(), max_bytes))));
  for (char& c : shown) {
    if (c == '\t') {
      c = ' ';
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      c = '?';
    }
  }
  return shown;
}

}  // namespace ncf::base
