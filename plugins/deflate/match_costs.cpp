// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/match_costs.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace ncf::plugins::deflate {
namespace {

std::uint32_t sum_of(std::span<const std::uint32_t> counts) noexcept {
  return std::accumulate(counts.begin(), counts.end(), 0U);
}

// Of a symbol that occurs `count` times in `sum`; one that does not is taken for half a time.
std::uint32_t symbol_cost(std::uint32_t count, std::uint32_t sum) noexcept {
  constexpr std::uint32_t most = 13 * bit;
  return std::clamp(cost_of_share(2 * count + 1, 2 * sum + 1), bit, most);
}

}  // namespace

MatchCosts typical_match_costs() noexcept {
  MatchCosts costs{};
  for (std::size_t length = min_match; length <= max_match; ++length) {
    const unsigned extra_bits = length_ranges[length_code_of[length]].extra_bits;
    costs.lengths[length] = static_cast<std::uint16_t>(4 * bit + bit * extra_bits / 2);
  }
  for (std::size_t symbol = 0; symbol < distance_symbols; ++symbol) {
    const unsigned extra_bits = distance_ranges[symbol].extra_bits;
    costs.distances[symbol] = static_cast<std::uint16_t>(7 * bit / 2 + bit * extra_bits);
  }
  return costs;
}

MatchCosts match_costs(const SymbolCounts& counts) noexcept {
  const std::uint32_t main_sum = sum_of(counts.main);
  const std::uint32_t distance_sum = sum_of(counts.distances);
  MatchCosts costs{};
  for (std::size_t length = min_match; length <= max_match; ++length) {
    const std::size_t code = length_code_of[length];
    costs.lengths[length] =
        static_cast<std::uint16_t>(symbol_cost(counts.main[first_length + code], main_sum) +
                                   bit * length_ranges[code].extra_bits);
  }
  for (std::size_t symbol = 0; symbol < distance_symbols; ++symbol) {
    costs.distances[symbol] =
        static_cast<std::uint16_t>(symbol_cost(counts.distances[symbol], distance_sum) +
                                   bit * distance_ranges[symbol].extra_bits);
  }
  return costs;
}

}  // namespace ncf::plugins::deflate
