// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/lazy_parser.hpp"

#include <algorithm>

#include "deflate/matching.hpp"

namespace ncf::plugins::deflate {
namespace {

// The additional savings required of a match that is preceded by a literal, because another match
// may follow the earlier one.
constexpr int clearly_more = 2 * bit;

}  // namespace

// Takes a match of at least three bytes as the best one if it saves more.
inline void LazyParser::consider(std::uint32_t position, std::uint32_t distance,
                                 Match& best) const noexcept {
  const std::uint32_t length = match_length(segment_, position, distance, min_match);
  if (length <= best.length) return;
  const std::uint32_t* const cost = cost_before_.data() + (position - segment_.begin);
  const int gain = static_cast<int>(cost[length] - cost[0]) - match_costs_->of(length, distance);
  if (gain > best.gain) best = {length, distance, gain};
}

// Returns the best match at a position that is longer than `to_beat` and saves more, or else
// `to_beat`. Remembers the position.
[[gnu::always_inline]] inline LazyParser::Match LazyParser::find(std::uint32_t position,
                                                                 const Match& to_beat) noexcept {
  const std::uint8_t* const at = segment_.chunk.data() + position;
  const std::uint32_t four = load32(at);
  const auto candidates = history_.candidates(segment_.chunk.data(), position);
  Match best = to_beat;
  bool has_three = false;
  for (const std::uint32_t distance : {candidates.of_three, candidates.older_of_three}) {
    if ((load32(at - distance) ^ four) << 8 == 0 && is_distance(distance)) {
      consider(position, distance, best);
      has_three = true;
    }
  }
  if (!has_three) return best;  // most positions of noise
  const std::uint32_t good_length = std::min(limits_.good_length, segment_.end - position);
  // A longer match has the same bytes at the end of the best one so far and after it.
  const auto tail_of = [&](const std::uint8_t* bytes) {
    return load32(bytes + (best.length < min_match ? 0 : best.length - min_match));
  };
  std::uint32_t nearer = 0;
  std::uint32_t distance = candidates.of_five;
  for (std::uint32_t n = 0; n < limits_.candidates && best.length < good_length; ++n) {
    if (distance <= nearer || !is_distance(distance)) break;
    if (tail_of(at - distance) == tail_of(at) && load32(at - distance) == four) {
      consider(position, distance, best);
    }
    nearer = distance;
    distance = history_.older_of_five(position, distance);
  }
  return best;
}

void LazyParser::add_costs(const LiteralCosts& literal_costs) {
  if (cost_before_.size() <= segment_.size()) cost_before_.resize(segment_.size() + 1);
  std::uint32_t sum = 0;
  std::uint32_t* next = cost_before_.data();
  for (const std::uint8_t byte : segment_.bytes()) {
    *next++ = sum;
    sum += literal_costs[byte];
  }
  *next = sum;
}

void LazyParser::run(const Segment& segment, const SearchLimits& limits,
                     const LiteralCosts& literal_costs, const MatchCosts& match_costs,
                     Parse& parse) {
  segment_ = segment;
  limits_ = limits;
  match_costs_ = &match_costs;
  add_costs(literal_costs);
  const std::uint32_t end = search_end(segment);
  for (std::uint32_t i = segment.begin; i < end;) {
    Match match = find(i, {});
    std::uint32_t known_end = i + 1;  // end of the remembered positions
    if (match.length == 0) {
      i = known_end;
      continue;
    }
    while (match.length < limits.lazy_length && known_end < end) {
      const int to_beat = match.gain + clearly_more;
      const std::uint32_t shorter = std::min(match.length, limits.shorter);
      const Match next = find(known_end++, {match.length - shorter, match.distance, to_beat});
      if (next.gain <= to_beat) break;
      match = next;
      ++i;
    }
    parse.add(i, match.length, match.distance);
    i += match.length;
    // The end of a run is enough to find it.
    constexpr std::uint32_t end_of_run = 4;
    if (match.distance == 1 && match.length > end_of_run) {
      known_end = std::max(known_end, i - end_of_run);
    }
    history_.remember(segment.chunk.data(), known_end, std::min(i, end));
  }
}

}  // namespace ncf::plugins::deflate
