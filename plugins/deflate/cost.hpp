// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Estimates of sizes in eighths of a bit, before any code is made. All are integers, so that
// choices do not depend on the machine or the build. Pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "deflate/format.hpp"

namespace ncf::plugins::deflate {

/// Sets `counts` to the number of occurrences of each byte.
void count_bytes(std::span<const std::uint8_t> bytes,
                 std::span<std::uint32_t, literals> counts) noexcept;

inline constexpr std::uint32_t bit = 8;

/// The number of occurrences of each symbol in a piece of data.
struct SymbolCounts {
  std::array<std::uint32_t, main_symbols> main{};
  std::array<std::uint32_t, distance_symbols> distances{};

  void add(const SymbolCounts& other) noexcept;

  /// Returns the extra bits after the codes of lengths and distances.
  [[nodiscard]] std::uint64_t extra_bits() const noexcept;
};

/// Returns the logarithm to base 2, in units of 1/4096. value: 1 to 2^23.
[[nodiscard]] std::uint32_t log2_of(std::uint32_t value) noexcept;

/// Returns the cost of all symbols, coded optimally in at least one bit each.
[[nodiscard]] std::uint64_t symbols_cost(std::span<const std::uint32_t> counts) noexcept;

/// Returns the cost of a whole dynamic block, including its header.
[[nodiscard]] std::uint64_t block_cost(const SymbolCounts& counts) noexcept;

/// The cost of each literal in data like those of `counts`.
using LiteralCosts = std::array<std::uint8_t, literals>;
[[nodiscard]] LiteralCosts literal_costs(const SymbolCounts& counts) noexcept;

struct MatchCosts {
  std::array<std::uint16_t, max_match + 1> lengths;
  std::array<std::uint16_t, distance_symbols> distances;

  [[nodiscard]] int of(std::uint32_t length, std::uint32_t distance) const noexcept {
    return lengths[length] + distances[distance_symbol_of(distance)];
  }
};

/// Returns typical costs, before anything is known.
[[nodiscard]] MatchCosts typical_match_costs() noexcept;

/// Returns the costs in data like those of `counts`.
[[nodiscard]] MatchCosts match_costs(const SymbolCounts& counts) noexcept;

}  // namespace ncf::plugins::deflate
