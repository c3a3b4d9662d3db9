// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/strategy.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "deflate/coders.hpp"

namespace ncf::plugins::deflate {
namespace {

using LibdeflateLevels = std::array<std::uint8_t, 10>;  // by zlib's level

// See coders.hpp for the measurements.
constexpr LibdeflateLevels for_plain_data{0, 1, 2, 2, 2, 3, 6, 6, 6, 6};
constexpr LibdeflateLevels for_little_planes{0, 3, 5, 5, 6, 6, 9, 9, 9, 9};

// libdeflate does not try hard for small data, so smaller chunks are encoded by zlib.
constexpr std::size_t min_bytes_for_libdeflate = 4096;

// Smaller chunks are encoded by libdeflate, which is as fast for them, and keeps the promise up to
// level 5.
constexpr std::size_t min_chunk_bytes = 32768;
constexpr int min_level_of_little_planes = 6;

constexpr int max_effort(Encoder encoder) noexcept {
  switch (encoder) {
    case Encoder::planes:
      return PlaneEncoder::max_effort;
    case Encoder::libdeflate:
      return 12;
    default:
      return 9;
  }
}

Strategy of_planes(int level) noexcept {
  return {Encoder::planes, static_cast<std::uint8_t>(PlaneEncoder::effort_of_level(level))};
}

Strategy of_zlib(int level) noexcept { return {Encoder::zlib, static_cast<std::uint8_t>(level)}; }

Strategy of_library(const LibdeflateLevels& libdeflate_levels, int level,
                    std::size_t chunk_bytes) noexcept {
  if (!NCF_HAS_LIBDEFLATE || chunk_bytes < min_bytes_for_libdeflate) return of_zlib(level);
  return {Encoder::libdeflate, libdeflate_levels.at(static_cast<std::size_t>(level))};
}

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

std::string text_of(const Strategy& strategy) {
  const std::string number = std::to_string(strategy.effort);
  switch (strategy.encoder) {
    case Encoder::planes:
      return "planes " + number;
    case Encoder::libdeflate:
      return "libdeflate " + number;
    default:
      return "zlib " + number;
  }
}

std::optional<Strategy> find_strategy(std::uint64_t number) noexcept {
  const Strategy strategy = Strategy::of_number(number);
  const bool is_encoder = strategy.encoder == Encoder::planes ||
                          strategy.encoder == Encoder::zlib ||
                          (NCF_HAS_LIBDEFLATE && strategy.encoder == Encoder::libdeflate);
  const bool has_effort = strategy.effort <= max_effort(strategy.encoder) &&
                          (strategy.effort > 0 || strategy.encoder != Encoder::planes);
  if (!is_encoder || !has_effort || strategy.number() != number) return std::nullopt;
  return strategy;
}

bool serves(const Strategy& strategy, std::size_t element_bytes, std::size_t bytes) noexcept {
  return strategy.encoder != Encoder::planes || PlaneEncoder::is_for(element_bytes, bytes);
}

bool are_planes(std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  return element_bytes > 1 && chunk_bytes >= min_chunk_bytes &&
         PlaneEncoder::is_for(element_bytes, chunk_bytes);
}

Strategy strategy_by_level(int level, std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  if (level == 0) return of_library(for_plain_data, level, chunk_bytes);
  if (are_planes(element_bytes, chunk_bytes)) {
    return of_planes(level);
  }
  if (element_bytes == 1) return of_library(for_plain_data, level, chunk_bytes);
  if (level >= min_level_of_little_planes && chunk_bytes >= min_bytes_for_libdeflate &&
      PlaneEncoder::is_for(element_bytes, chunk_bytes)) {
    return of_planes(9);  // level 9's effort is hardly slower there
  }
  return of_library(for_little_planes, level, chunk_bytes);
}

Strategy careful_strategy(int level, std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  if (element_bytes > 1) return strategy_by_level(level, element_bytes, chunk_bytes);
  return of_zlib(level);
}

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
