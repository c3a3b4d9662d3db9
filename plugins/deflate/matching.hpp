// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The common parts of all searches for matches, and what they remember. Positions are remembered
// modulo 2^16, which is enough for their distances, but they are never trusted: the bytes are
// always compared.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "deflate/cost.hpp"
#include "deflate/format.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

/// The number of bytes that may be read from a position at which a match is searched.
inline constexpr std::uint32_t search_margin = 16;

/// Returns the first position of a segment at which no match is searched any more.
inline std::uint32_t search_end(const Segment& segment) noexcept {
  constexpr std::uint32_t too_short = 3;  // the rest of the segment
  const auto chunk_bytes = static_cast<std::uint32_t>(segment.chunk.size());
  const std::uint32_t readable = chunk_bytes - std::min(chunk_bytes, search_margin);
  return std::clamp(readable, segment.begin, segment.end - std::min(segment.size(), too_short));
}

/// Returns a hash of the lowest `bytes` of a number, from 0 to 2^hash_bits - 1.
template <unsigned bytes, unsigned hash_bits>
constexpr std::uint32_t hash_of(std::uint64_t value) noexcept {
  if constexpr (bytes <= 4) {
    return (static_cast<std::uint32_t>(value) << (32 - 8 * bytes)) * 0x9E3779B1U >>
           (32 - hash_bits);
  } else {
    return static_cast<std::uint32_t>((value << (64 - 8 * bytes)) * 0x9E3779B185EBCA87U >>
                                      (64 - hash_bits));
  }
}

/// Returns the actual or apparent distance from `position` back to a remembered one; never before
/// the chunk.
inline std::uint32_t distance_to(std::uint16_t remembered, std::uint32_t position) noexcept {
  return std::min<std::uint32_t>(static_cast<std::uint16_t>(position - remembered), position);
}

/// Returns whether a match may be at this distance.
constexpr bool is_distance(std::uint32_t distance) noexcept { return distance - 1 < max_distance; }

/// Returns how many bytes from `position` on equal those `distance` before them, up to the end of
/// the segment and the longest match. `known` bytes are already known to be equal.
inline std::uint32_t match_length(const Segment& segment, std::uint32_t position,
                                  std::uint32_t distance, std::uint32_t known) noexcept {
  const std::uint8_t* const at = segment.chunk.data() + position;
  const std::uint32_t most = std::min(segment.end - position, max_match);
  std::uint32_t length = known;
  for (; length + 8 <= most; length += 8) {
    const std::uint64_t difference = load64(at + length) ^ load64(at + length - distance);
    if (difference != 0) {
      return length + (static_cast<std::uint32_t>(std::countr_zero(difference)) >> 3);
    }
  }
  while (length < most && at[length] == *(at + length - distance)) ++length;
  return length;
}

/// Returns the cost of the extra bits of a distance.
inline int extra_cost(std::uint32_t distance) noexcept {
  return distance_ranges[distance_symbol_of(distance)].extra_bits * static_cast<int>(bit);
}

/// Returns what a match of `length` bytes at `bytes` saves: the cost of its literals minus its own,
/// with average costs for its codes.
inline int gain_of(const std::uint8_t* bytes, std::uint32_t length, std::uint32_t distance,
                   const LiteralCosts& costs) noexcept {
  constexpr int codes = 7 * bit;
  int gain = -codes - extra_cost(distance);
  for (std::uint32_t i = 0; i < length; ++i) gain += costs[bytes[i]];
  return gain;
}

/// Returns whether a match saves anything; a long one always does.
inline bool is_worth(const std::uint8_t* bytes, std::uint32_t length, std::uint32_t distance,
                     const LiteralCosts& costs) noexcept {
  constexpr std::uint32_t long_enough = 6;
  return length >= long_enough || gain_of(bytes, length, distance, costs) > 0;
}

/// Returns the step to the next position to try after a run of literals: if nothing was found for a
/// long time, some positions are skipped.
inline std::uint32_t step_after(std::uint32_t run) noexcept {
  constexpr std::uint32_t most = 4;
  return std::min(1 + run / 512, most);
}

/// The earlier positions of bytes in a chunk. Both parsers that keep them use it, so that a segment
/// finds matches in earlier segments, whichever parser handled them. One thread at a time.
class History {
 public:
  /// The actual or apparent distances of candidates, never before the chunk.
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
