// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "zstd/choice.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "common/choice.hpp"

namespace ncf::plugins::zstd {
namespace {

using Candidates = std::vector<Candidate<Strategy>>;

// Large enough for libzstd to use the parameters that it has for large data.
constexpr std::size_t max_sample_bytes = std::size_t{1} << 20;
// Trials take up to five times as long as encoding the sample once.
constexpr std::uint64_t samples_of_worthwhile_variable = 32;

// Levels above it have larger windows than the efforts. source: libzstd 1.5.4, ZSTD_getCParams
constexpr int last_level_with_window_of_efforts = 16;
constexpr std::size_t window_bytes_of_efforts = std::size_t{1} << window_log_of_efforts;

struct Row {
  int first_level;  // the first level that is slower than the effort
  int margin;  // chunks after a first one of noise may have matches that effort 1 does not find
};

// One row for each effort. On the measured files, in chunks of 256 KB, no variable became more than
// 0.5 % larger (docs/performance.md).
constexpr std::array<Row, max_effort> rows{{{1, 50},
                                            {2, 0},
                                            {3, -30},
                                            {3, -30},
                                            {3, -30},
                                            {3, -30},
                                            {5, -30},
                                            {6, -30},
                                            {8, -30},
                                            {8, -30},
                                            {8, -30}}};

Candidates candidates_for(int level, Encoder encoder) {
  Candidates candidates;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto effort = static_cast<std::uint8_t>(i + 1);
    const auto& [first_level, margin] = rows.at(i);
    if (level >= first_level) candidates.push_back({{encoder, effort}, margin});
  }
  return candidates;
}

// Returns whether a level finds repetitions that the efforts cannot find, because they are farther
// back than their window. The sample is too short to show it.
bool looks_farther_back(int level, std::size_t chunk_bytes) {
  return level > last_level_with_window_of_efforts && chunk_bytes > window_bytes_of_efforts;
}

}  // namespace

Strategy choose(Coders& coders, int level, std::size_t element_bytes, std::uint64_t variable_bytes,
                ConstBytes first_chunk) {
  const std::size_t sample_bytes = std::min(first_chunk.size(), max_sample_bytes);
  if (level < 0 || sample_bytes == 0 || looks_farther_back(level, first_chunk.size()) ||
      variable_bytes / samples_of_worthwhile_variable < sample_bytes) {
    return careful_strategy(level, element_bytes, first_chunk.size());
  }
  const bool are_planes = has_planes(element_bytes, sample_bytes);
  const std::vector<std::byte> sample =
      sample_of(first_chunk, are_planes ? element_bytes : 1, max_sample_bytes);
  std::vector<std::byte> output(Coders::bound(sample.size()));
  const auto encode = [&](const Strategy& strategy) {
    return coders.encode(strategy, level, element_bytes, sample, output);
  };
  const std::size_t plain_bytes = encode(plain_strategy);
  if (plain_bytes < sample.size() / nearly_nothing) return plain_strategy;
  Strategy own{Encoder::planes};
  if (!are_planes || encode(own) > plain_bytes) own = plain_strategy;
  const Candidates candidates = candidates_for(level == 0 ? default_level : level, own.encoder);
  auto chosen = choose_first<Strategy>(candidates, sample.size(), plain_bytes, encode);
  if (!chosen) return own;
  auto& [strategy, written] = *chosen;
  strategy.expect_no_less(written, sample.size());
  strategy.expect_no_more(written, sample.size());
  return strategy;
}

}  // namespace ncf::plugins::zstd
