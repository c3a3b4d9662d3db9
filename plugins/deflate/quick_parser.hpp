// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Looks for matches as fast as possible: the only candidate at a position is the last one with the
// same four bytes, which is taken at once if it saves anything. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "deflate/cost.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

class QuickParser {
 public:
  /// Forgets all positions. Call it before each chunk.
  void clear() noexcept { last_.fill(0); }

  /// Adds the matches of a segment that `parse` has begun.
  void run(const Segment& segment, const LiteralCosts& costs, Parse& parse) noexcept;

 private:
  static constexpr unsigned hash_bits = 15;

  /// Returns the last position with the same four bytes.
  std::uint16_t& last_like(const std::uint8_t* at) noexcept;

  std::array<std::uint16_t, std::size_t{1} << hash_bits> last_{};
};

}  // namespace ncf::plugins::deflate
