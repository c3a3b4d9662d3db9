// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/report/shell_words.hpp"

#include <algorithm>
#include <string_view>

namespace ncf::ops {
namespace {

bool is_safe_in_shell(const std::string& word) {
  constexpr std::string_view others = "+,-./:=@_%";
  return !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           others.find(c) != std::string_view::npos;
  });
}

std::string in_single_quotes(std::string_view word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

/// Returns a word with line breaks as one line. A shell removes those at its end.
std::string on_one_line(std::string_view word) {
  std::string text;
  for (const char c : word) {
    text += c == '\n' ? "\\n" : c == '\\' ? "\\\\" : std::string(1, c);
  }
  return "\"$(printf %b " + in_single_quotes(text) + ")\"";
}

/// Returns a word for a shell on one line, because users run the last line that is printed.
std::string quoted(const std::string& word) {
  if (is_safe_in_shell(word)) return word;
  if (word.find('\n') != std::string::npos) return on_one_line(word);
  if (word.find_first_of("\"$`\\!") == std::string::npos) return '"' + word + '"';
  return in_single_quotes(word);
}

}  // namespace

std::string format_command(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + quoted(word);
  return line;
}

}  // namespace ncf::ops
