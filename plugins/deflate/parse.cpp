// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/parse.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace ncf::plugins::deflate {
namespace {

constexpr std::uint32_t short_run = 16;

// Most runs are short, so copies a fixed number of bytes at once, even if the run is shorter. A
// match begins, and the literals before it end, far enough before the end of the chunk.
std::uint8_t* append_run(std::uint8_t* next, const std::uint8_t* from, std::uint32_t run) noexcept {
  std::memcpy(next, from, short_run);
  if (run > short_run) std::memcpy(next + short_run, from + short_run, run - short_run);
  return next + run;
}

}  // namespace

void Parse::begin(const Segment& segment, const SymbolCounts& byte_counts) {
  const std::size_t most = used_ + segment.size() / min_match + 1;
  if (sequences_.size() < most) sequences_.resize(2 * most);
  const std::size_t max_bytes = segment.size() / 2 + short_run;
  if (gathered_.size() < max_bytes) gathered_.resize(max_bytes);
  segment_ = segment;
  last_from_ = used_;
  literals_from_ = segment.begin;
  counts_ = byte_counts;
}

void Parse::end() noexcept {
  count_literals();
  for (const Sequence& sequence : std::span(sequences_).subspan(last_from_, used_ - last_from_)) {
    ++counts_.main[first_length + length_code_of[sequence.length]];
    ++counts_.distances[distance_symbol_of(sequence.distance)];
  }
  const std::uint32_t run = segment_.end - literals_from_;
  if (run != 0) sequences_[used_++] = {run, 0, 0};
}

// Counts the literals or the bytes of matches, whichever are fewer; the others are the difference.
void Parse::count_literals() noexcept {
  const auto sequences = std::span(sequences_).subspan(last_from_, used_ - last_from_);
  std::uint32_t matched = 0;
  for (const Sequence& sequence : sequences) matched += sequence.length;
  const bool counts_literals = matched > segment_.size() / 2;

  std::uint8_t* next = gathered_.data();
  const std::uint8_t* at = segment_.bytes().data();
  for (const Sequence& sequence : sequences) {
    if (counts_literals) {
      next = append_run(next, at, sequence.literals);
    } else {
      next = append_run(next, at + sequence.literals, sequence.length);
    }
    at += sequence.literals + sequence.length;
  }
  if (counts_literals) next = std::copy_n(at, segment_.end - literals_from_, next);

  std::array<std::uint32_t, literals> counts;
  count_bytes({gathered_.data(), next}, counts);
  for (std::size_t byte = 0; byte < literals; ++byte) {
    counts_.main[byte] = counts_literals ? counts[byte] : counts_.main[byte] - counts[byte];
  }
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
