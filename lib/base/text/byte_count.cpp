// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/byte_count.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace ncf::base {

std::optional<std::uint64_t> parse_byte_count(std::string_view text) {
  using Unit = std::pair<std::string_view, std::uint64_t>;
  constexpr Unit units[] = {
      {"", 1},           {"K", 1'000},      {"M", 1'000'000}, {"G", 1'000'000'000},
      {"KiB", 1U << 10}, {"MiB", 1U << 20}, {"GiB", 1U << 30}};
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const auto rest = std::string_view(stop, static_cast<std::size_t>(end - stop));
  const auto* const unit = std::ranges::find(units, rest, &Unit::first);
  std::uint64_t bytes = 0;
  if (error != std::errc{} || unit == std::end(units) ||
      __builtin_mul_overflow(number, unit->second, &bytes)) {
    return std::nullopt;
  }
  return bytes;
}

}  // namespace ncf::base
