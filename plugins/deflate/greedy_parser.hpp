// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Looks for matches as fast as can be: one candidate a position, the last one of the same hash, and
// taken where it is found and worth it. One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

class GreedyParser {
 public:
  GreedyParser();

  /// Forgets all positions: before each chunk.
  void clear() noexcept;

  /// Looks at two samples of a segment: what matches would save there, in eighths of a bit, were
  /// they looked for, and how many bytes were looked at. Remembers every 16th position.
  struct Sample {
    std::uint64_t saved = 0;
    std::uint32_t bytes = 0;
  };
  Sample sample(const Segment& segment, const LiteralCosts& costs) noexcept;

  /// Adds the matches of a segment to `parse`.
  void run(const Segment& segment, const LiteralCosts& costs, ParseCollector& parse) noexcept;

 private:
  std::vector<std::uint32_t> last3_;
  std::vector<std::uint16_t> last_;  // position, modulo 2^16, by hash of four bytes
};

}  // namespace ncf::plugins::deflate
