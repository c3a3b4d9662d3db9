// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Recognizes planes of noise, where a search for matches would take most of the time and find
// nothing, at a small fraction of the cost. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "deflate/cost.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

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

}  // namespace ncf::plugins::deflate
