// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A segment of a chunk, split into literals and matches: the result of parsers, from which blocks
// are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "deflate/cost.hpp"
#include "deflate/format.hpp"

namespace ncf::plugins::deflate {

/// A run of bytes of a chunk. Positions count from the chunk's first byte.
struct Segment {
  std::span<const std::uint8_t> chunk;  ///< less than 4 GiB
  std::uint32_t begin;
  std::uint32_t end;

  [[nodiscard]] std::uint32_t size() const noexcept { return end - begin; }
  [[nodiscard]] std::span<const std::uint8_t> bytes() const noexcept {
    return chunk.subspan(begin, size());
  }
};

/// Literals, and the match after them; none if `length` is 0.
struct Sequence {
  std::uint32_t literals;
  std::uint16_t length;
  std::uint16_t distance;
};

/// The sequences of consecutive segments, and the symbols of the last one. Keeps its memory; one
/// thread at a time.
class Parse {
 public:
  /// Forgets all segments.
  void clear() noexcept { used_ = 0; }

  /// Begins a segment after the existing ones.
  /// byte_counts: the number of occurrences of each byte in it, as counts of literals.
  void begin(const Segment& segment, const SymbolCounts& byte_counts);

  /// Adds a match of the segment, at a position where one may be searched (matching.hpp), and not
  /// before the end of the last one.
  void add(std::uint32_t position, std::uint32_t length, std::uint32_t distance) noexcept {
    sequences_[used_++] = {position - literals_from_, static_cast<std::uint16_t>(length),
                           static_cast<std::uint16_t>(distance)};
    literals_from_ = position + length;
  }

  /// Returns the beginning of the literals before the next match.
  [[nodiscard]] std::uint32_t literals_from() const noexcept { return literals_from_; }

  /// Ends the segment and counts its symbols.
  void end() noexcept;

  /// Replaces the matches of the last segment by literals.
  void forget_matches() noexcept;

  /// Forgets all segments but the last.
  void keep_last() noexcept;

  /// Return the sequences of all segments, or of all except the last.
  [[nodiscard]] std::span<const Sequence> sequences() const noexcept {
    return std::span(sequences_).first(used_);
  }
  [[nodiscard]] std::span<const Sequence> sequences_before_last() const noexcept {
    return std::span(sequences_).first(last_from_);
  }

  /// Returns the symbols of the last segment, including its matches.
  [[nodiscard]] const SymbolCounts& counts() const noexcept { return counts_; }

 private:
  void count_literals() noexcept;

  std::vector<Sequence> sequences_;
  std::size_t used_ = 0;
  std::size_t last_from_ = 0;  // the first sequence of the last segment

  Segment segment_{};
  std::uint32_t literals_from_ = 0;
  std::vector<std::uint8_t> gathered_;  // bytes to be counted
  SymbolCounts counts_;
};

}  // namespace ncf::plugins::deflate
