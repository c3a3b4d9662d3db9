// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Looks for matches thoroughly: several candidates a position, the one that saves most is taken, and
// only where the next position has no better one. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

/// In eighths of a bit, with the extra bits.
struct MatchCosts {
  std::array<std::uint16_t, most_match + 1> lengths;
  std::array<std::uint16_t, distance_symbols> distances;
};

/// Before anything is known.
[[nodiscard]] MatchCosts typical_match_costs() noexcept;

/// As they would be in data like those of `counts`.
[[nodiscard]] MatchCosts match_costs(const SymbolCounts& counts) noexcept;

struct SearchLimits {
  std::uint32_t candidates;   ///< at a position
  std::uint32_t good_length;  ///< that ends the search
  std::uint32_t lazy_length;  ///< a match so long is taken at once
};

class LazyParser {
 public:
  LazyParser();

  /// Forgets all positions: before each chunk.
  void clear() noexcept;

  /// Remembers every 16th position of a segment that is not searched.
  void skip(const Segment& segment) noexcept;

  /// Adds the matches of a segment to `parse`.
  void run(const Segment& segment, const SearchLimits& limits, const LiteralCosts& literal_costs,
           const MatchCosts& match_costs, ParseCollector& parse);

 private:
  struct Match {
    std::uint32_t length = 0;
    std::uint32_t distance = 0;
    int gain = 0;
  };

  Match find(std::uint32_t position) noexcept;
  void remember(std::uint32_t position) noexcept;
  void consider(Match& best, std::uint32_t position, std::uint32_t distance) const noexcept;

  std::vector<std::uint16_t> last_of_four_;   // position, modulo 2^16, by hash of four bytes
  std::vector<std::uint16_t> last_of_three_;  // by hash of three
  std::vector<std::uint16_t> before_;         // of the same hash, by position modulo 2^15
  std::vector<std::uint32_t> cost_until_;     // of the segment's literals before each position

  // Of the run at hand.
  Segment segment_{};
  SearchLimits limits_{};
  const MatchCosts* match_costs_ = nullptr;
};

}  // namespace ncf::plugins::deflate
