// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Looks for matches thoroughly: of several candidates at a position the one that saves most is
// taken, and only where none at the next position saves clearly more. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "deflate/cost.hpp"
#include "deflate/match_costs.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

struct SearchLimits {
  std::uint32_t candidates;   ///< that are tried at a position
  std::uint32_t good_length;  ///< of a match that ends the search
  std::uint32_t lazy_length;  ///< of one that is taken without looking at the next position
};

class LazyParser {
 public:
  /// Forgets all positions: before each chunk.
  void clear() noexcept;

  /// Adds a segment to `parse`. throws: std::bad_alloc.
  void run(const Segment& segment, const SearchLimits& limits, const LiteralCosts& literal_costs,
           const MatchCosts& match_costs, Parse& parse);

 private:
  static constexpr unsigned four_bits = 15;
  static constexpr unsigned three_bits = 14;

  struct Match {
    std::uint32_t length = 0;
    std::uint32_t distance = 0;
    int gain = 0;
  };

  void add_costs(const LiteralCosts& literal_costs);
  void remember(std::uint32_t position) noexcept;
  void remember(std::uint32_t begin, std::uint32_t end) noexcept;
  Match find(std::uint32_t position) noexcept;
  void consider(std::uint32_t position, std::uint32_t distance, Match& best) const noexcept;

  std::array<std::uint16_t, std::size_t{1} << four_bits> last_of_four_{};  // position by hash
  std::array<std::uint16_t, std::size_t{1} << three_bits> last_of_three_{};
  std::array<std::uint16_t, most_distance> before_{};  // the one of the same hash, by position

  // Of the run at hand.
  Segment segment_{};
  SearchLimits limits_{};
  const MatchCosts* match_costs_ = nullptr;
  std::vector<std::uint32_t> cost_before_;  // of the segment's literals before each position
};

}  // namespace ncf::plugins::deflate
