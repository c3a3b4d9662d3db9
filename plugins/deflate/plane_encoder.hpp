// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Deflate for shuffled data: a chunk that consists of byte planes, one for each byte of an element,
// becomes one ordinary zlib stream.
//
// The planes of numbers differ: some are repetitive, some are noise that matches do not make
// smaller. Segments, which do not cross planes, are examined one by one:
//
//   segment -> what it takes as literals                                                  (cost)
//           -> a few samples: would matches save anything?                             (parsers)
//           -> no: literals; a bit: fast search for matches; a lot: thorough           (parsers)
//              (or, with the lowest effort, the fastest search for all)
//           -> joined with the segment before where that takes less, or stored where nothing helps
//   segments -> block -> stored, with fixed or with dynamic codes                        (block)
//
// The output depends only on the chunk, the element size and the effort: costs are integers, and no
// state is kept between chunks. The time is linear in the size of the chunk, whatever it contains.
// One thread at a time. The bytes may differ between versions.
// source: RFC 1950, RFC 1951
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/kernel.hpp"
#include "deflate/cost.hpp"
#include "deflate/format.hpp"
#include "deflate/matching.hpp"
#include "deflate/parse.hpp"
#include "deflate/parsers.hpp"

namespace ncf::plugins::deflate {

struct Effort;

class PlaneEncoder {
 public:
  /// Returns the maximum encoded size.
  static std::size_t bound(std::size_t decoded_bytes) noexcept;

  /// Returns whether this encoder accepts data: planes that are not tiny, and less than 4 GiB. Data
  /// that were not shuffled are one plane, with elements of one byte.
  static bool is_for(std::size_t element_bytes, std::size_t decoded_bytes) noexcept;

  static constexpr int max_effort = 9;

  /// Returns the effort, from 1 on, that makes data no larger than zlib does at `level` (1 to 9).
  static int effort_of_level(int level) noexcept;

  /// Encodes a chunk. effort: 1 to max_effort. input: data that this encoder accepts. Returns the
  /// number of bytes written to the front of `output`, which has `bound` bytes.
  ///
  /// throws: std::bad_alloc.
  std::size_t encode(int effort, std::size_t element_bytes, ConstBytes input, Bytes output);

 private:
  using Chunk = std::span<const std::uint8_t>;

  // Consecutive segments that become one block.
  struct Pending {
    Segment segment;
    SymbolCounts counts;
    std::uint64_t cost;
  };

  std::size_t encode(const Effort& effort, Chunk chunk, std::uint32_t plane_bytes, Bytes output);
  std::size_t try_again(const Effort& effort, Chunk chunk, std::uint32_t plane_bytes,
                        std::size_t written, Bytes output);
  void encode_plane(const Effort& effort, const Segment& plane);
  void encode_segment(const Effort& effort, const Segment& segment);
  void find_matches(const Effort& effort, const Segment& segment, const SymbolCounts& literals);
  void add_to_block(const Segment& segment, const SymbolCounts& counts, std::uint64_t cost);
  void add_to_stored(const Segment& segment);
  void flush_block(std::span<const Sequence> sequences, bool is_last);
  void flush_stored(bool is_last);

  History history_;
  LazyParser lazy_parser_{history_};
  QuickParser quick_parser_;
  Sampler sampler_;
  Parse parse_;
  std::vector<std::byte> first_try_;

  // State of the current chunk.
  BitWriter writer_{nullptr};
  MatchCosts match_costs_{};
  std::optional<Pending> block_;
  std::optional<Segment> stored_;
};

}  // namespace ncf::plugins::deflate
