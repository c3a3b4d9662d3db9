// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A segment of a chunk taken apart into literals and matches: what a parser finds and what a block
// is written of.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "deflate/byte_counts.hpp"
#include "deflate/cost.hpp"
#include "deflate/format.hpp"
#include "deflate/little_endian.hpp"

namespace ncf::plugins::deflate {

/// A run of bytes of a chunk. Positions count from the chunk's first byte.
struct Segment {
  const std::uint8_t* chunk;
  std::uint32_t chunk_bytes;
  std::uint32_t begin;
  std::uint32_t end;

  [[nodiscard]] std::uint32_t size() const noexcept { return end - begin; }
  [[nodiscard]] const std::uint8_t* bytes() const noexcept { return chunk + begin; }
};

/// Literals, and the match behind them; none where `length` is 0.
struct Sequence {
  std::uint32_t literals;
  std::uint16_t length;
  std::uint16_t distance;
};

/// Reading is allowed so far beyond a position at which a match is looked for.
inline constexpr std::uint32_t search_margin = 16;

/// Where in a segment to stop looking for matches.
inline std::uint32_t search_end(const Segment& segment) noexcept {
  const std::uint32_t readable =
      segment.chunk_bytes > search_margin ? segment.chunk_bytes - search_margin : 0;
  const std::uint32_t useful = segment.size() > 4 ? segment.end - 4 : segment.begin;
  return std::max(segment.begin, std::min(readable, useful));
}

/// How many bytes are the same behind `a` and `b`, which lies further back, up to `a_end`.
inline std::uint32_t common_length(const std::uint8_t* a, const std::uint8_t* b,
                                   const std::uint8_t* a_end) noexcept {
  const std::uint8_t* const begin = a;
  for (; a_end - a >= 8; a += 8, b += 8) {
    const std::uint64_t difference = load64(a) ^ load64(b);
    if (difference != 0) {
      return static_cast<std::uint32_t>(a - begin) +
             (static_cast<std::uint32_t>(std::countr_zero(difference)) >> 3);
    }
  }
  while (a < a_end && *a == *b) {
    ++a;
    ++b;
  }
  return static_cast<std::uint32_t>(a - begin);
}

/// Collects the matches of one segment after the other, and counts the symbols of the last one.
/// Keeps its memory.
class ParseCollector {
 public:
  /// Forgets all segments.
  void clear() noexcept { sequence_count_ = 0; }

  /// Begins a segment behind those there are.
  void begin(const Segment& segment) {
    const std::size_t most = sequence_count_ + segment.size() / least_match + 2;
    if (sequences_.size() < most) sequences_.resize(2 * most);
    if (literals_.size() < segment.size() + search_margin) {
      literals_.resize(segment.size() + search_margin);
    }
    segment_ = segment;
    first_sequence_ = sequence_count_;
    literals_from_ = segment.begin;
    next_literal_ = literals_.data();
    counts_ = {};
  }

  /// A match at `position`, not before the end of the last one, and before search_end.
  void add(std::uint32_t position, std::uint32_t length, std::uint32_t distance) noexcept {
    const std::uint32_t run = position - literals_from_;
    sequences_[sequence_count_++] = {run, static_cast<std::uint16_t>(length),
                                     static_cast<std::uint16_t>(distance)};
    append_literals(run);
    literals_from_ = position + length;
  }

  /// Ends the segment.
  void end() noexcept {
    const std::uint32_t run = segment_.end - literals_from_;
    matches_ = sequence_count_ - first_sequence_;
    if (run != 0) {
      sequences_[sequence_count_++] = {run, 0, 0};
      std::memcpy(next_literal_, segment_.chunk + literals_from_, run);
      next_literal_ += run;
    }
    for (const Sequence& sequence : sequences().subspan(first_sequence_, matches_)) {
      ++counts_.main[first_length + length_code_of[sequence.length]];
      ++counts_.distances[distance_symbol_of(sequence.distance)];
    }
    count_bytes(literals_.data(), static_cast<std::size_t>(next_literal_ - literals_.data()),
                std::span(counts_.main).first<literals>());
  }

  /// Makes one run of literals of the last segment.
  void drop_matches() noexcept {
    sequence_count_ = first_sequence_;
    sequences_[sequence_count_++] = {segment_.size(), 0, 0};
  }

  /// Makes the last segment the only one.
  void keep_last() noexcept {
    std::copy(sequences_.begin() + first_sequence_, sequences_.begin() + sequence_count_,
              sequences_.begin());
    sequence_count_ -= first_sequence_;
    first_sequence_ = 0;
  }

  /// Where the literals begin that the next match will follow.
  [[nodiscard]] std::uint32_t literals_from() const noexcept { return literals_from_; }

  /// Forgets the last segment.
  void take_back() noexcept { sequence_count_ = first_sequence_; }
  [[nodiscard]] std::size_t last_sequences() const noexcept { return sequence_count_ - first_sequence_; }

  /// Of the last segment, once it ended.
  [[nodiscard]] const SymbolCounts& counts() const noexcept { return counts_; }
  [[nodiscard]] std::size_t matches() const noexcept { return matches_; }

  /// Of all segments.
  [[nodiscard]] std::span<const Sequence> sequences() const noexcept {
    return std::span(sequences_).first(sequence_count_);
  }

 private:
  // Most runs are short: 16 bytes at once, though the run be shorter.
  void append_literals(std::uint32_t run) noexcept {
    const std::uint8_t* const from = segment_.chunk + literals_from_;
    std::memcpy(next_literal_, from, search_margin);
    if (run > search_margin) std::memcpy(next_literal_, from, run);
    next_literal_ += run;
  }

  Segment segment_{};
  std::vector<Sequence> sequences_;
  std::size_t sequence_count_ = 0;
  std::size_t first_sequence_ = 0;
  std::size_t matches_ = 0;
  std::uint32_t literals_from_ = 0;
  std::vector<std::uint8_t> literals_;  // of the last segment, one after the other
  std::uint8_t* next_literal_ = nullptr;
  SymbolCounts counts_;
};

}  // namespace ncf::plugins::deflate
