// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/lazy_parser.hpp"

#include <algorithm>
#include <numeric>

namespace ncf::plugins::deflate {
namespace {

constexpr unsigned four_bits = 15;
constexpr unsigned three_bits = 14;
constexpr std::uint32_t before_mask = 0x7FFF;
constexpr std::uint32_t sparse_step = 16;

std::uint32_t hash_of_four(std::uint32_t four_bytes) noexcept {
  return (four_bytes * 0x9E3779B1U) >> (32 - four_bits);
}

std::uint32_t hash_of_three(std::uint32_t four_bytes) noexcept {
  return ((four_bytes << 8) * 0x9E3779B1U) >> (32 - three_bits);
}

// In eighths of a bit, of a symbol among `sum`; more for those that did not occur.
std::uint32_t symbol_cost(std::uint32_t count, std::uint32_t sum) noexcept {
  constexpr std::uint32_t per_eighth = 4096 / bit;
  const std::uint32_t cost = (log2_of(2 * sum + 1) - log2_of(2 * count + 1)) / per_eighth;
  return std::clamp<std::uint32_t>(cost, bit, 13 * bit);
}

}  // namespace

MatchCosts typical_match_costs() noexcept {
  MatchCosts costs{};
  for (std::size_t length = least_match; length <= most_match; ++length) {
    costs.lengths[length] = static_cast<std::uint16_t>(
        4 * bit + bit * length_ranges[length_code_of[length]].extra_bits / 2);
  }
  for (std::size_t symbol = 0; symbol < distance_symbols; ++symbol) {
    costs.distances[symbol] =
        static_cast<std::uint16_t>(7 * bit / 2 + bit * distance_ranges[symbol].extra_bits);
  }
  return costs;
}

MatchCosts match_costs(const SymbolCounts& counts) noexcept {
  const std::uint32_t main_sum = std::accumulate(counts.main.begin(), counts.main.end(), 0U);
  const std::uint32_t distance_sum =
      std::accumulate(counts.distances.begin(), counts.distances.end(), 0U);
  MatchCosts costs{};
  for (std::size_t length = least_match; length <= most_match; ++length) {
    const std::size_t code = length_code_of[length];
    costs.lengths[length] = static_cast<std::uint16_t>(
        symbol_cost(counts.main[first_length + code], main_sum) +
        bit * length_ranges[code].extra_bits);
  }
  for (std::size_t symbol = 0; symbol < distance_symbols; ++symbol) {
    costs.distances[symbol] =
        static_cast<std::uint16_t>(symbol_cost(counts.distances[symbol], distance_sum) +
                                   bit * distance_ranges[symbol].extra_bits);
  }
  return costs;
}

LazyParser::LazyParser()
    : last_of_four_(std::size_t{1} << four_bits),
      last_of_three_(std::size_t{1} << three_bits),
      before_(before_mask + 1) {}

void LazyParser::clear() noexcept {
  std::fill(last_of_four_.begin(), last_of_four_.end(), 0);
  std::fill(last_of_three_.begin(), last_of_three_.end(), 0);
  std::fill(before_.begin(), before_.end(), 0);
}

void LazyParser::remember(std::uint32_t position) noexcept {
  const std::uint32_t four = load32(segment_.chunk + position);
  std::uint16_t& slot = last_of_four_[hash_of_four(four)];
  before_[position & before_mask] = slot;
  slot = static_cast<std::uint16_t>(position);
  last_of_three_[hash_of_three(four)] = static_cast<std::uint16_t>(position);
}

void LazyParser::skip(const Segment& segment) noexcept {
  segment_ = segment;
  for (std::uint32_t i = segment.begin; i < search_end(segment); i += sparse_step) remember(i);
}

// Takes the match at `distance` for the best one where it saves more.
inline void LazyParser::consider(Match& best, std::uint32_t position,
                                 std::uint32_t distance) const noexcept {
  const std::uint8_t* const at = segment_.chunk + position;
  const std::uint32_t length =
      least_match + common_length(at + least_match, at + least_match - distance,
                                  segment_.chunk + std::min(segment_.end, position + most_match));
  if (length <= best.length) return;
  const std::uint32_t* const cost = cost_until_.data() + (position - segment_.begin);
  const int gain = static_cast<int>(cost[length] - cost[0]) - match_costs_->lengths[length] -
                   match_costs_->distances[distance_symbol_of(distance)];
  if (gain > best.gain) best = {length, distance, gain};
}

LazyParser::Match LazyParser::find(std::uint32_t position) noexcept {
  const std::uint8_t* const at = segment_.chunk + position;
  const std::uint32_t four = load32(at);
  std::uint16_t& slot = last_of_four_[hash_of_four(four)];
  std::uint16_t& slot_of_three = last_of_three_[hash_of_three(four)];
  const std::uint32_t most = std::min(position, most_distance);
  const std::uint32_t good_length =
      std::min({limits_.good_length, most_match, segment_.end - position});
  std::uint32_t distance = static_cast<std::uint16_t>(position - slot);
  const std::uint32_t distance_of_three = static_cast<std::uint16_t>(position - slot_of_three);
  before_[position & before_mask] = slot;
  slot = static_cast<std::uint16_t>(position);
  slot_of_three = static_cast<std::uint16_t>(position);

  Match best;
  if (distance_of_three - 1 < most && ((load32(at - distance_of_three) ^ four) & 0xFFFFFF) == 0) {
    consider(best, position, distance_of_three);
  }
  std::uint32_t last_distance = 0;
  for (std::uint32_t n = limits_.candidates; n > 0; --n) {
    if (distance <= last_distance || distance > most) break;
    if (load32(at - distance) == four && at[best.length] == *(at + best.length - distance)) {
      consider(best, position, distance);
      if (best.length >= good_length) break;
    }
    last_distance = distance;
    distance = static_cast<std::uint16_t>(position - before_[(position - distance) & before_mask]);
  }
  return best;
}

void LazyParser::run(const Segment& segment, const SearchLimits& limits,
                     const LiteralCosts& literal_costs, const MatchCosts& match_costs,
                     ParseCollector& parse) {
  segment_ = segment;
  limits_ = limits;
  match_costs_ = &match_costs;
  if (cost_until_.size() <= segment.size()) cost_until_.resize(segment.size() + 1);
  std::uint32_t sum = 0;
  for (std::uint32_t k = 0; k < segment.size(); ++k) {
    cost_until_[k] = sum;
    sum += literal_costs[segment.bytes()[k]];
  }
  cost_until_[segment.size()] = sum;

  const std::uint32_t end = search_end(segment);
  std::uint32_t i = segment.begin;
  while (i < end) {
    Match match = find(i);
    if (match.length == 0) {
      ++i;
      continue;
    }
    std::uint32_t known_until = i + 1;
    while (match.length < limits.lazy_length && known_until < end) {
      const Match next = find(known_until++);
      if (next.gain <= match.gain) break;
      match = next;
      ++i;
    }
    parse.add(i, match.length, match.distance);
    i += match.length;
    for (; known_until < std::min(i, end); ++known_until) remember(known_until);
  }
  parse.end();
}

}  // namespace ncf::plugins::deflate
