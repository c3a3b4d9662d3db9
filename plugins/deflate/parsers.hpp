// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Searches for the matches of a segment, from the fastest to the most thorough, and the sampler
// that says which one is worth its time. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "deflate/cost.hpp"
#include "deflate/matching.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

/// Recognizes planes of noise, where a search for matches would take most of the time and find
/// nothing, at a small fraction of the cost.
class Sampler {
 public:
  /// Forgets all positions. Call it before each chunk.
  void clear() noexcept { last_.fill(0); }

  /// Returns approximately how much matches save in a segment, in thousandths of the cost of its
  /// literals. The result may exceed that cost: if few positions are remembered, a match represents
  /// many.
  std::uint32_t saved_permille(const Segment& segment, const LiteralCosts& costs) noexcept;

 private:
  static constexpr unsigned hash_bits = 14;

  void remember(const Segment& segment, std::uint32_t begin, std::uint32_t end) noexcept;
  std::uint64_t saved(const Segment& segment, std::uint32_t position,
                      const LiteralCosts& costs) const noexcept;

  std::array<std::uint16_t, std::size_t{1} << hash_bits> last_{};  // every 16th position, by hash
};

/// Looks for matches as fast as possible: the only candidate at a position is the last one with the
/// same four bytes, which is taken at once if it saves anything.
class QuickParser {
 public:
  /// Forgets all positions. Call it before each chunk.
  void clear() noexcept { last_.fill(0); }

  /// Adds the matches of a segment that `parse` has begun.
  void run(const Segment& segment, const LiteralCosts& costs, Parse& parse) noexcept;

 private:
  static constexpr unsigned hash_bits = 15;

  /// Returns the last position with the same four bytes.
  std::uint16_t& last_like(const std::uint8_t* at) noexcept;

  std::array<std::uint16_t, std::size_t{1} << hash_bits> last_{};
};

/// Looks for matches fast, and adds the segment to `parse`. Candidates are the last position with
/// the same five bytes, which is preferred, and the last two with the same three. A match is taken
/// at once if it saves anything. In noise with few and short matches, this finds as much as a
/// thorough search. throws: std::bad_alloc.
void parse_greedily(const Segment& segment, const LiteralCosts& costs, History& history,
                    Parse& parse);

struct SearchLimits {
  std::uint32_t candidates;   ///< maximum tried at a position
  std::uint32_t good_length;  ///< a match of this length ends the search
  std::uint32_t lazy_length;  ///< one of this length is taken without looking at the next position
  std::uint32_t shorter = 0;  ///< a better one found there may be shorter by this
};

/// Looks for matches thoroughly: takes the candidate at a position that saves most, unless one at
/// the next position saves clearly more.
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
