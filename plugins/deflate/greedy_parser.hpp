// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Looks for matches fast: at each position the last one with the same five bytes, failing that the
// last two with the same three; what is found is taken at once where it saves anything. In noise
// with few and short matches it finds what a thorough search does. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "deflate/cost.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

class GreedyParser {
 public:
  /// Forgets all positions: before each chunk.
  void clear() noexcept;

  /// Adds a segment to `parse`. throws: std::bad_alloc.
  void run(const Segment& segment, const LiteralCosts& costs, Parse& parse);

 private:
  static constexpr unsigned five_bits = FB;
  static constexpr unsigned three_bits = TB;

  struct Match {
    std::uint32_t length;  ///< 0: none
    std::uint32_t distance;
  };

  [[gnu::always_inline]] void remember(const std::uint8_t* chunk, std::uint32_t position) noexcept;
  [[gnu::always_inline]] Match find(const Segment& segment, std::uint32_t position) noexcept;

  // Positions by hash. Of those with the same three bytes the last one is in the lower half.
  std::array<std::uint16_t, std::size_t{1} << five_bits> last_of_five_{};
  std::array<std::uint32_t, std::size_t{1} << three_bits> last_two_of_three_{};
};

}  // namespace ncf::plugins::deflate
