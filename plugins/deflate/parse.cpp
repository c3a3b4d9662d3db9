// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/parse.hpp"

#include <algorithm>

#include "deflate/byte_counts.hpp"

namespace ncf::plugins::deflate {

void Parse::begin(const Segment& segment) {
  const std::size_t most = used_ + segment.size() / least_match + 1;
  if (sequences_.size() < most) sequences_.resize(2 * most);
  const std::size_t room = segment.size() + short_run;
  if (literals_.size() < room) literals_.resize(room);
  segment_ = segment;
  last_from_ = used_;
  literals_from_ = segment.begin;
  next_literal_ = literals_.data();
  counts_ = {};
}

void Parse::end() noexcept {
  for (const Sequence& sequence : std::span(sequences_).subspan(last_from_, used_ - last_from_)) {
    ++counts_.main[first_length + length_code_of[sequence.length]];
    ++counts_.distances[distance_symbol_of(sequence.distance)];
  }
  const std::uint32_t run = segment_.end - literals_from_;
  if (run != 0) {
    sequences_[used_++] = {run, 0, 0};
    next_literal_ = std::copy_n(segment_.chunk.begin() + literals_from_, run, next_literal_);
  }
  count_bytes({literals_.data(), next_literal_}, std::span(counts_.main).first<literals>());
}

void Parse::forget_matches() noexcept {
  used_ = last_from_;
  sequences_[used_++] = {segment_.size(), 0, 0};
}

void Parse::keep_last() noexcept {
  std::copy(sequences_.begin() + static_cast<std::ptrdiff_t>(last_from_),
            sequences_.begin() + static_cast<std::ptrdiff_t>(used_), sequences_.begin());
  used_ -= last_from_;
  last_from_ = 0;
}

}  // namespace ncf::plugins::deflate
