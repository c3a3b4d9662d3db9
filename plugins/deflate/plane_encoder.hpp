// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/kernel.hpp"
#include "deflate/bit_writer.hpp"
#include "deflate/greedy_parser.hpp"
#include "deflate/lazy_parser.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

struct Effort {
  bool lazy;
  SearchLimits limits;
  std::uint32_t sample_gain_permille;  // search where the sample saves more than that; 0: always
  std::uint32_t stored_gain_permille;
  std::uint32_t segment_bytes;
  int passes;
};
extern Effort tune;

class PlaneEncoder {
 public:
  static std::size_t bound(std::size_t decoded_bytes) noexcept;
  std::size_t encode(int level, std::size_t element_bytes, ConstBytes input, Bytes output);

 private:
  enum class Kind { stored, literals, matches };
  void encode_plane(const Segment& plane, bool is_last);
  void encode_segment(const Segment& segment);
  void flush_block(std::uint32_t end, bool is_last);
  void flush_stored(bool is_last);

  Effort effort_;
  GreedyParser greedy_;
  LazyParser lazy_;
  ParseCollector parse_;
  BitWriter writer_{nullptr};
  MatchCosts match_costs_;
  Kind last_kind_;
  Segment pending_;       // literals and matches
  SymbolCounts pending_counts_;
  std::uint64_t pending_cost_;
  Segment stored_;
};

}  // namespace ncf::plugins::deflate
