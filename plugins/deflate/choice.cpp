// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/choice.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/choice.hpp"

namespace ncf::plugins::deflate {
namespace {

using Candidates = std::vector<Candidate<Strategy>>;

constexpr std::size_t max_sample_bytes = std::size_t{256} << 10;
constexpr std::uint64_t samples_of_worthwhile_variable = 8;

// Returns the candidates, the fastest first. The level's own effort was found to keep the promise
// on all kinds of data.
Candidates candidates_for_shuffled(int level) {
  const int own = PlaneEncoder::effort_of_level(level);
  Candidates candidates;
  const auto add = [&](int effort, int margin) {
    candidates.push_back({{Encoder::planes, static_cast<std::uint8_t>(effort)}, margin});
  };
  for (const auto& [effort, margin] :
       {std::pair{1, 100}, {2, 100}, {3, 100}, {4, 50}, {5, 50}, {6, 33}, {7, 33}, {8, 33}}) {
    if (effort < own) add(effort, margin);
  }
  add(own, 0);
  return candidates;
}

// Returns the candidates, the fastest first, without those that are not faster than zlib at the
// level.
Candidates candidates_for_others(int level) {
  struct Row {
    Candidate<Strategy> candidate;
    int first_level;
  };
  Candidates candidates;
  for (const auto& [candidate, first_level] : {Row{{{Encoder::planes, 1}, 200}, 1},
                                               {{{Encoder::libdeflate, 1}, 100}, 1},
                                               {{{Encoder::planes, 2}, 100}, 1},
                                               {{{Encoder::libdeflate, 2}, 100}, 1},
                                               {{{Encoder::libdeflate, 4}, 33}, 3},
                                               {{{Encoder::libdeflate, 5}, 33}, 1},
                                               {{{Encoder::libdeflate, 8}, 25}, 4},
                                               {{{Encoder::libdeflate, 10}, 33}, 6}}) {
    const bool is_here = NCF_HAS_LIBDEFLATE || candidate.strategy.encoder != Encoder::libdeflate;
    if (is_here && level >= first_level) candidates.push_back(candidate);
  }
  return candidates;
}

Candidates candidates_for(int level, std::size_t element_bytes, std::size_t chunk_bytes) {
  Candidates candidates = are_planes(element_bytes, chunk_bytes) ? candidates_for_shuffled(level)
                                                                 : candidates_for_others(level);
  std::erase_if(candidates, [&](const Candidate<Strategy>& candidate) {
    return !serves(candidate.strategy, element_bytes, chunk_bytes);
  });
  return candidates;
}

}  // namespace

Strategy choose(Coders& coders, int level, std::size_t element_bytes, std::uint64_t variable_bytes,
                ConstBytes first_chunk) {
  const bool are_shuffled = are_planes(element_bytes, first_chunk.size());
  const Strategy careful = careful_strategy(level, element_bytes, first_chunk.size());
  const std::size_t sample_bytes = std::min(first_chunk.size(), max_sample_bytes);
  const bool are_little_planes = element_bytes > 1 && !are_shuffled;
  if (level == 0 || sample_bytes == 0 || are_little_planes ||
      variable_bytes / samples_of_worthwhile_variable < sample_bytes) {
    return careful;
  }
  const std::vector<std::byte> sample =
      sample_of(first_chunk, are_shuffled ? element_bytes : 1, max_sample_bytes);
  std::vector<std::byte> output(Coders::bound(sample.size()));
  const auto encode = [&](const Strategy& strategy) {
    return coders.encode(strategy, element_bytes, sample, output);
  };
  const Strategy zlib{Encoder::zlib, static_cast<std::uint8_t>(level)};
  const std::size_t zlib_bytes = encode(zlib);
  if (zlib_bytes < sample.size() / nearly_nothing) return careful;
  const Candidates candidates = candidates_for(level, element_bytes, sample.size());
  auto chosen = choose_first<Strategy>(candidates, sample.size(), zlib_bytes, encode);
  if (!chosen) return zlib;
  auto& [strategy, written] = *chosen;
  if (strategy == careful) return strategy;
  strategy.expect_no_less(written, sample.size());
  // For values that were not shuffled, they also miss matches in chunks that become larger.
  if (!are_shuffled) strategy.expect_no_more(written, sample.size());
  return strategy;
}

}  // namespace ncf::plugins::deflate
