// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/report/quantities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ncf::ops {

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

}  // namespace ncf::ops
