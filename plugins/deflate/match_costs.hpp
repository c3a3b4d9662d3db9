// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What matches will take, in eighths of a bit, with their extra bits. Pure functions.
#pragma once

#include <array>
#include <cstdint>

#include "deflate/cost.hpp"
#include "deflate/format.hpp"

namespace ncf::plugins::deflate {

struct MatchCosts {
  std::array<std::uint16_t, max_match + 1> lengths;
  std::array<std::uint16_t, distance_symbols> distances;

  [[nodiscard]] int of(std::uint32_t length, std::uint32_t distance) const noexcept {
    return lengths[length] + distances[distance_symbol_of(distance)];
  }
};

/// Before anything is known.
[[nodiscard]] MatchCosts typical_match_costs() noexcept;

/// In data like those of `counts`.
[[nodiscard]] MatchCosts match_costs(const SymbolCounts& counts) noexcept;

}  // namespace ncf::plugins::deflate
