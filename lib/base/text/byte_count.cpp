// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/byte_count.hpp"

#include <charconv>
#include <cmath>

namespace ncf {
namespace {

/// Returns what a unit stands for; empty if there is none of this name.
std::optional<double> find_unit(std::string_view unit) {
  constexpr std::string_view letters = "KMGTPkmgtp";
  if (unit.empty()) return 1;
  const std::size_t letter = letters.find(unit.front());
  if (letter == std::string_view::npos) return std::nullopt;
  const auto power = static_cast<double>(letter % (letters.size() / 2) + 1);
  if (unit.size() == 1) return std::pow(1000.0, power);
  return unit.substr(1) == "iB" ? std::optional(std::pow(1024.0, power)) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_byte_count(std::string_view text) {
  constexpr double most = 9e18;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc{}) return std::nullopt;
  const auto unit = find_unit({stop, static_cast<std::size_t>(end - stop)});
  const double bytes = number * unit.value_or(1);
  if (!unit || !(bytes >= 0 && bytes <= most)) return std::nullopt;
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace ncf
