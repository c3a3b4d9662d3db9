// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/quick_parser.hpp"

#include <algorithm>
#include <bit>

#include "deflate/matching.hpp"

namespace ncf::plugins::deflate {
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

}  // namespace ncf::plugins::deflate
