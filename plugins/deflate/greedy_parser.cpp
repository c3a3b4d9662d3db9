// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/greedy_parser.hpp"

#include <algorithm>

#include "deflate/matching.hpp"

namespace ncf::plugins::deflate {
namespace {

// Whether a match saves anything. The codes of a match take so much on average; a long one always
// saves.
bool is_worth(const std::uint8_t* bytes, std::uint32_t length, std::uint32_t distance,
              const LiteralCosts& costs) noexcept {
  constexpr int codes = 7 * bit;
  constexpr std::uint32_t long_enough = 6;
  if (length >= long_enough) return true;
  int gain = -codes - extra_cost(distance);
  for (std::uint32_t i = 0; i < length; ++i) gain += costs[bytes[i]];
  return gain > 0;
}

// Where nothing was found for a long time not every position is tried.
std::uint32_t step_after(std::uint32_t literals) noexcept {
  constexpr std::uint32_t most = 4;
  return std::min(1 + literals / 512, most);
}

}  // namespace

void GreedyParser::clear() noexcept {
  last_of_five_.fill(0);
  last_two_of_three_.fill(0);
}

inline void GreedyParser::remember(const std::uint8_t* chunk, std::uint32_t position) noexcept {
  const std::uint64_t eight = load64(chunk + position);
  last_of_five_[hash_of<FIVE, five_bits>(eight)] = static_cast<std::uint16_t>(position);
  std::uint32_t& last_two = last_two_of_three_[hash_of<3, three_bits>(eight)];
  last_two = last_two << 16 | (position & 0xFFFF);
}

inline GreedyParser::Match GreedyParser::find(const Segment& segment,
                                              std::uint32_t position) noexcept {
  const std::uint8_t* const at = segment.chunk.data() + position;
  const std::uint64_t eight = load64(at);
  const auto four = static_cast<std::uint32_t>(eight);
  std::uint16_t& last_of_five = last_of_five_[hash_of<FIVE, five_bits>(eight)];
  std::uint32_t& last_two = last_two_of_three_[hash_of<3, three_bits>(eight)];
  const std::uint32_t distance = distance_to(last_of_five, position);
  const std::uint32_t near = distance_to(static_cast<std::uint16_t>(last_two), position);
  const std::uint32_t far = distance_to(static_cast<std::uint16_t>(last_two >> 16), position);
  last_of_five = static_cast<std::uint16_t>(position);
  last_two = last_two << 16 | (position & 0xFFFF);

  if (load32(at - distance) == four && is_distance(distance)) {
    return {match_length(segment, position, distance, 4), distance};
  }
  const auto has_same_three = [&](std::uint32_t candidate) {
    return (load32(at - candidate) ^ four) << 8 == 0 && is_distance(candidate);
  };
  Match best{};
  if (has_same_three(near)) best = {match_length(segment, position, near, 3), near};
  if (TWO && has_same_three(far)) {
    const std::uint32_t length = match_length(segment, position, far, 3);
    if (length > best.length) best = {length, far};
  }
  return best;
}

void GreedyParser::run(const Segment& segment, const LiteralCosts& costs, Parse& parse) {
  const std::uint8_t* const chunk = segment.chunk.data();
  const std::uint32_t end = search_end(segment);
  parse.begin(segment);
  for (std::uint32_t i = segment.begin; i < end;) {
    const Match match = find(segment, i);
    if (match.length == 0 || !is_worth(chunk + i, match.length, match.distance, costs)) {
      i += step_after(i - parse.literals_from());
      continue;
    }
    parse.add(i, match.length, match.distance);
    const std::uint32_t next = i + match.length;
    if (next <= end) {  // the edges of a match are where others begin
      remember(chunk, i + 1);
      remember(chunk, next - 2);
      remember(chunk, next - 1);
    }
    i = next;
  }
  parse.end();
}

}  // namespace ncf::plugins::deflate
