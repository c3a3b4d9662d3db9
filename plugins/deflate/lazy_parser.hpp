// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Looks for matches thoroughly: takes the candidate at a position that saves most, unless one at
// the next position saves clearly more. One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "deflate/cost.hpp"
#include "deflate/history.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

struct SearchLimits {
  std::uint32_t candidates;   ///< maximum tried at a position
  std::uint32_t good_length;  ///< a match of this length ends the search
  std::uint32_t lazy_length;  ///< one of this length is taken without looking at the next position
  std::uint32_t shorter = 0;  ///< a better one found there may be shorter by this
};

class LazyParser {
 public:
  explicit LazyParser(History& history) noexcept : history_(history) {}

  /// Adds a segment to `parse`. throws: std::bad_alloc.
  void run(const Segment& segment, const SearchLimits& limits, const LiteralCosts& literal_costs,
           const MatchCosts& match_costs, Parse& parse);

 private:
  struct Match {
    std::uint32_t length = 0;
    std::uint32_t distance = 0;
    int gain = 0;
  };

  void add_costs(const LiteralCosts& literal_costs);
  Match find(std::uint32_t position, const Match& to_beat) noexcept;
  void consider(std::uint32_t position, std::uint32_t distance, Match& best) const noexcept;

  History& history_;

  // State of the current call of `run`.
  Segment segment_{};
  SearchLimits limits_{};
  const MatchCosts* match_costs_ = nullptr;
  std::vector<std::uint32_t> cost_before_;  // cost of the segment's literals before each position
};

}  // namespace ncf::plugins::deflate
