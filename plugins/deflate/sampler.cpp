// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/sampler.hpp"

#include <algorithm>

#include "deflate/matching.hpp"

namespace ncf::plugins::deflate {
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

}  // namespace ncf::plugins::deflate
