// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The earlier positions of bytes in a chunk. Both parsers use it, so that a segment finds matches
// in earlier segments, whichever parser handled them. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "deflate/format.hpp"
#include "deflate/little_endian.hpp"
#include "deflate/matching.hpp"

namespace ncf::plugins::deflate {

class History {
 public:
  /// The actual or apparent distances of candidates, never before the chunk (matching.hpp).
  struct Candidates {
    std::uint32_t of_five;         ///< the last position with the same five bytes
    std::uint32_t of_three;        ///< the last one with the same three
    std::uint32_t older_of_three;  ///< the one before it
  };

  /// Forgets all positions. Call it before each chunk.
  /// keeps_older: whether `older_of_five` will be called.
  void clear(bool keeps_older) noexcept {
    keeps_older_ = keeps_older;
    last_of_five_.fill(0);
    last_two_of_three_.fill(0);
    if (keeps_older) before_.fill(0);
  }

  /// Remembers a position, from which 8 bytes may be read.
  [[gnu::always_inline]] void remember(const std::uint8_t* chunk, std::uint32_t position) noexcept {
    candidates(chunk, position);
  }

  void remember(const std::uint8_t* chunk, std::uint32_t begin, std::uint32_t end) noexcept {
    for (std::uint32_t position = begin; position < end; ++position) remember(chunk, position);
  }

  /// Returns the candidates for a position, and remembers it.
  [[gnu::always_inline]] Candidates candidates(const std::uint8_t* chunk,
                                               std::uint32_t position) noexcept {
    const std::uint64_t eight = load64(chunk + position);
    std::uint16_t& last = last_of_five_[hash_of<5, five_bits>(eight)];
    std::uint32_t& last_two = last_two_of_three_[hash_of<3, three_bits>(eight)];
    const Candidates candidates{
        .of_five = distance_to(last, position),
        .of_three = distance_to(static_cast<std::uint16_t>(last_two), position),
        .older_of_three = distance_to(static_cast<std::uint16_t>(last_two >> 16), position)};
    if (keeps_older_) before_[position % max_distance] = last;
    last = static_cast<std::uint16_t>(position);
    last_two = last_two << 16 | (position & 0xFFFF);
    return candidates;
  }

  /// Returns the distance from `position` to the earlier one with the same five bytes as the one
  /// `distance` before it.
  [[nodiscard]] std::uint32_t older_of_five(std::uint32_t position,
                                            std::uint32_t distance) const noexcept {
    return distance_to(before_[(position - distance) % max_distance], position);
  }

 private:
  static constexpr unsigned five_bits = 15;
  static constexpr unsigned three_bits = 16;

  bool keeps_older_ = true;
  std::array<std::uint16_t, std::size_t{1} << five_bits> last_of_five_{};
  std::array<std::uint32_t, std::size_t{1} << three_bits> last_two_of_three_{};
  std::array<std::uint16_t, max_distance> before_{};
};

}  // namespace ncf::plugins::deflate
