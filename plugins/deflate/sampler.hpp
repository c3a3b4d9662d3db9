// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Tells planes of noise, where looking for matches would take most of the time and find nothing,
// from others, at a small part of the cost. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "deflate/cost.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

class Sampler {
 public:
  /// Forgets all positions: before each chunk.
  void clear() noexcept { last_.fill(0); }

  /// About how much matches save in a segment, as thousandths of what its literals cost. It may be
  /// more than that is: where few positions are known a match stands for many.
  std::uint32_t saved_permille(const Segment& segment, const LiteralCosts& costs) noexcept;

 private:
  static constexpr unsigned hash_bits = 14;

  void remember(const Segment& segment, std::uint32_t begin, std::uint32_t end) noexcept;
  std::uint64_t saved(const Segment& segment, std::uint32_t position,
                      const LiteralCosts& costs) const noexcept;

  std::array<std::uint16_t, std::size_t{1} << hash_bits> last_{};  // every 16th position, by hash
};

}  // namespace ncf::plugins::deflate
