// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/report/quantities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
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

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array units = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.95 && unit + 1 < units.size()) {
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, units[unit]);
}

std::string format_real(double number, int digits) {
  constexpr double large = 1e9;
  const double size = std::abs(number);
  return size >= std::pow(10, digits) && size < large ? fmt::format("{:.0f}", number)
                                                      : fmt::format("{:.{}g}", number, digits);
}

std::string format_ratio(std::uint64_t raw, std::uint64_t stored) {
  if (stored == 0) return "-";
  return fmt::format("{:.2f}", static_cast<double>(raw) / static_cast<double>(stored));
}

std::string format_lengths(const std::vector<std::size_t>& lengths, const char* none) {
  return lengths.empty() ? none : fmt::format("{}", fmt::join(lengths, " x "));
}

std::string format_chunks(const std::vector<std::size_t>& chunks,
                          const std::vector<std::size_t>& shards, const char* none) {
  const std::string text = format_lengths(chunks, none);
  return shards.empty() ? text : fmt::format("{} in {}", text, format_lengths(shards, none));
}

std::string format_few(const std::vector<std::string>& names) {
  constexpr std::size_t max_named = 5;
  const std::size_t named = std::min(names.size(), max_named);
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(named);
  std::string text = fmt::format("{}", fmt::join(names.begin(), end, ", "));
  if (named < names.size()) text += fmt::format(" and {} more", names.size() - named);
  return text;
}

void note_few(std::vector<std::string>& notes, std::string_view text,
              const std::vector<std::string>& names) {
  if (!names.empty()) notes.push_back(fmt::format("{}: {}", text, format_few(names)));
}

std::string format_command(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + quoted(word);
  return line;
}

}  // namespace ncf::ops
