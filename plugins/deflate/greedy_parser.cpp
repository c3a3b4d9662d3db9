// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/greedy_parser.hpp"

#include <algorithm>

#include "deflate/matching.hpp"

namespace ncf::plugins::deflate {
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

}  // namespace ncf::plugins::deflate
