// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/parsers.hpp"

#include <algorithm>
#include <bit>

namespace ncf::plugins::deflate {

// ---- The sampler ----

namespace {

constexpr std::uint32_t step = 16;  // between remembered positions

}  // namespace

void Sampler::remember(const Segment& segment, std::uint32_t begin, std::uint32_t end) noexcept {
  for (std::uint32_t i = (begin + step - 1) / step * step; i < end; i += step) {
    const std::uint32_t four = load32(segment.chunk.data() + i);
    last_[hash_of<4, hash_bits>(four)] = static_cast<std::uint16_t>(i);
  }
}

// Returns what a match at a position saves, as the position's share of the match.
std::uint64_t Sampler::saved(const Segment& segment, std::uint32_t position,
                             const LiteralCosts& costs) const noexcept {
  constexpr std::uint32_t looked_at = 24;  // bytes of a match that are examined
  const std::uint8_t* const at = segment.chunk.data() + position;
  const std::uint32_t four = load32(at);
  if (position != 0 && load32(at - 1) == four) {  // a run, which takes hardly anything per byte
    constexpr int part_of_match = 3;
    return static_cast<std::uint64_t>(std::max(0, costs[*at] - part_of_match));
  }
  const std::uint32_t distance = distance_to(last_[hash_of<4, hash_bits>(four)], position);
  if (!is_distance(distance) || load32(at - distance) != four) return 0;
  const std::uint32_t length = std::min(match_length(segment, position, distance, 4), looked_at);
  const int gain = gain_of(at, length, distance, costs);
  // This match would be found at length - 3 positions, of which every 16th is remembered.
  return gain <= 0 ? 0 : step * static_cast<std::uint64_t>(gain) / (length - 3);
}

std::uint32_t Sampler::saved_permille(const Segment& segment, const LiteralCosts& costs) noexcept {
  const std::uint32_t end = search_end(segment);
  const std::uint32_t size = std::min(segment.size() / 64 + 16, 256U);
  std::uint64_t cost = 0;
  std::uint64_t saved_cost = 0;
  std::uint32_t known = segment.begin;
  for (const std::uint32_t sixteenths : {1U, 3U, 5U, 7U, 9U, 11U, 13U, 15U}) {
    const std::uint32_t from = segment.begin + segment.size() * sixteenths / 16;
    if (from + size > end) break;
    remember(segment, known, from);
    for (std::uint32_t i = from; i < from + size; ++i) {
      cost += costs[segment.chunk[i]];
      saved_cost += saved(segment, i, costs);
    }
    known = from;
    if (saved_cost > cost) break;  // more than enough is known
  }
  remember(segment, known, end);
  return cost == 0 ? 0 : static_cast<std::uint32_t>(saved_cost * 1000 / cost);
}

// ---- The fastest search ----

namespace {

// Returns the length of a match of at least four bytes; most are shorter than twelve, and need no
// loop.
std::uint32_t length_of(const Segment& segment, std::uint32_t position,
                        std::uint32_t distance) noexcept {
  const std::uint8_t* const next = segment.chunk.data() + position + 4;
  const std::uint32_t most = segment.end - position;
  const std::uint64_t difference = load64(next) ^ load64(next - distance);
  if (difference == 0) return match_length(segment, position, distance, std::min(12U, most));
  return std::min(4 + (static_cast<std::uint32_t>(std::countr_zero(difference)) >> 3), most);
}

}  // namespace

inline std::uint16_t& QuickParser::last_like(const std::uint8_t* at) noexcept {
  return last_[hash_of<4, hash_bits>(load32(at))];
}

void QuickParser::run(const Segment& segment, const LiteralCosts& costs, Parse& parse) noexcept {
  const std::uint8_t* const chunk = segment.chunk.data();
  const std::uint32_t end = search_end(segment);
  std::uint32_t literals_from = segment.begin;
  const auto remember = [&](std::uint32_t position) {
    last_like(chunk + position) = static_cast<std::uint16_t>(position);
  };
  for (std::uint32_t i = segment.begin; i < end;) {
    std::uint16_t& last = last_like(chunk + i);
    const std::uint32_t distance = distance_to(last, i);
    last = static_cast<std::uint16_t>(i);
    if (load32(chunk + i - distance) != load32(chunk + i) || !is_distance(distance)) {
      i += step_after(i - literals_from);
      continue;
    }
    const std::uint32_t length = length_of(segment, i, distance);
    if (!is_worth(chunk + i, length, distance, costs)) {
      ++i;
      continue;
    }
    parse.add(i, length, distance);
    const std::uint32_t next = i + length;
    if (next <= end) {
      // The edges of a run are enough to find it.
      const std::uint32_t first_inside = distance == 1 ? next - 1 : i + 2;
      remember(i + 1);
      for (std::uint32_t k = first_inside; k < next; ++k) remember(k);
    }
    literals_from = i = next;
  }
}

// ---- A fast search ----

namespace {

struct Match {
  std::uint32_t length = 0;  // 0: none
  std::uint32_t distance = 0;
};

// Returns early for most positions of noise, which have neither candidate of three bytes.
[[gnu::always_inline]] inline Match find(const Segment& segment, std::uint32_t position,
                                         History& history) noexcept {
  const std::uint8_t* const at = segment.chunk.data() + position;
  const std::uint32_t four = load32(at);
  const auto candidates = history.candidates(segment.chunk.data(), position);
  const auto has_three = [&](std::uint32_t distance) {
    return (load32(at - distance) ^ four) << 8 == 0 && is_distance(distance);
  };
  std::uint32_t distance = candidates.of_three;
  if (!has_three(distance)) {
    distance = candidates.older_of_three;
    if (!has_three(distance)) return {};
  }
  if (load32(at - candidates.of_five) == four && is_distance(candidates.of_five)) {
    return {match_length(segment, position, candidates.of_five, 4), candidates.of_five};
  }
  return {match_length(segment, position, distance, min_match), distance};
}

}  // namespace

void parse_greedily(const Segment& segment, const LiteralCosts& costs, History& history,
                    Parse& parse) {
  const std::uint8_t* const chunk = segment.chunk.data();
  const std::uint32_t end = search_end(segment);
  for (std::uint32_t i = segment.begin; i < end;) {
    const Match match = find(segment, i, history);
    if (match.length == 0 || !is_worth(chunk + i, match.length, match.distance, costs)) {
      i += step_after(i - parse.literals_from());
      continue;
    }
    parse.add(i, match.length, match.distance);
    const std::uint32_t next = i + match.length;
    if (next <= end) {  // other matches begin at the edges of a match
      history.remember(chunk, i + 1);
      history.remember(chunk, next - 2);
      history.remember(chunk, next - 1);
    }
    i = next;
  }
}

// ---- A thorough search ----

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
