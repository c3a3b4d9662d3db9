// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "zstd/strategy.hpp"

#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>

namespace ncf::plugins::zstd {
namespace {

// With planes of this size, even blocks that do not become smaller, each with a header of 3 bytes,
// fit into libzstd's own bound.
constexpr std::size_t min_plane_bytes = 4096;
// A block of its own makes most planes smaller, but some short ones up to 1 % larger.
constexpr std::size_t min_careful_plane_bytes = 16384;

// The search parameters of libzstd, which reduces sizes that are larger than the data need.
struct Effort {
  ZSTD_strategy search;
  int hash_log;
  int chain_log;
  int search_log;
  int min_match;
};

// Unlike those of the levels, hash tables are small enough for the caches of a core, and the fast
// searches look for long matches, because short ones save nothing in planes of noise.
constexpr std::array<Effort, max_effort> efforts{{{ZSTD_fast, 13, 12, 1, 7},
                                                  {ZSTD_fast, 14, 12, 1, 5},
                                                  {ZSTD_fast, 15, 12, 1, 4},
                                                  {ZSTD_fast, 17, 12, 1, 4},
                                                  {ZSTD_dfast, 13, 15, 1, 4},
                                                  {ZSTD_dfast, 14, 16, 1, 4},
                                                  {ZSTD_greedy, 16, 16, 2, 4},
                                                  {ZSTD_greedy, 17, 16, 3, 3},
                                                  {ZSTD_lazy, 17, 16, 4, 5},
                                                  {ZSTD_lazy, 18, 17, 3, 4},
                                                  {ZSTD_lazy, 18, 17, 4, 4}}};

std::size_t checked(std::size_t result) {
  if (!ZSTD_isError(result)) return result;
  if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  throw KernelError(std::string("libzstd fails: ") + ZSTD_getErrorName(result));
}

void set(ZSTD_CCtx* context, ZSTD_cParameter parameter, int value) {
  checked(ZSTD_CCtx_setParameter(context, parameter, value));
}

// A level whose target length is 0, which cannot be set: any other makes the fast search skip more
// and leaves literals uncompressed.
constexpr int level_of_efforts = 3;

void set_parameters(ZSTD_CCtx* context, const Effort& effort) {
  set(context, ZSTD_c_compressionLevel, level_of_efforts);
  set(context, ZSTD_c_windowLog, window_log_of_efforts);
  set(context, ZSTD_c_strategy, effort.search);
  set(context, ZSTD_c_hashLog, effort.hash_log);
  set(context, ZSTD_c_chainLog, effort.chain_log);
  set(context, ZSTD_c_searchLog, effort.search_log);
  set(context, ZSTD_c_minMatch, effort.min_match);
}

// The last plane includes the bytes after the last whole element. libzstd knows the total size
// beforehand and writes it to the frame's header, as for a chunk encoded at once.
std::size_t encode_planes(ZSTD_CCtx* context, std::size_t planes, ConstBytes input, Bytes output) {
  checked(ZSTD_CCtx_setPledgedSrcSize(context, input.size()));
  const std::size_t plane_bytes = input.size() / planes;
  ZSTD_inBuffer source{input.data(), 0, 0};
  ZSTD_outBuffer target{output.data(), output.size(), 0};
  for (std::size_t plane = 1; plane <= planes; ++plane) {
    const bool is_last = plane == planes;
    source.size = is_last ? input.size() : plane * plane_bytes;
    const std::size_t missing = checked(
        ZSTD_compressStream2(context, &target, &source, is_last ? ZSTD_e_end : ZSTD_e_flush));
    if (missing > 0) throw KernelError("too little memory to encode into");
  }
  return target.pos;
}

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

std::string text_of(const Strategy& strategy, int level) {
  std::string text = strategy.effort == 0 ? "libzstd " + std::to_string(level)
                                          : "effort " + std::to_string(strategy.effort);
  if (strategy.encoder == Encoder::planes) text += " by planes";
  return text;
}

std::optional<Strategy> find_strategy(std::uint64_t number) noexcept {
  const Strategy strategy = Strategy::of_number(number);
  const bool is_encoder = strategy.encoder == Encoder::whole || strategy.encoder == Encoder::planes;
  if (!is_encoder || strategy.effort > max_effort || strategy.number() != number) {
    return std::nullopt;
  }
  return strategy;
}

bool has_planes(std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  return element_bytes > 1 && chunk_bytes / element_bytes >= min_plane_bytes;
}

Strategy careful_strategy(int level, std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  const bool is_for_planes =
      level >= 0 && element_bytes > 1 && chunk_bytes / element_bytes >= min_careful_plane_bytes;
  return {is_for_planes ? Encoder::planes : Encoder::whole};
}

std::size_t Coders::bound(std::size_t decoded_bytes) noexcept {
  return ZSTD_compressBound(decoded_bytes);
}

std::size_t Coders::encode(const Strategy& strategy, int level, std::size_t element_bytes,
                           ConstBytes input, Bytes output) {
  ZSTD_CCtx* const context = contexts_.encoding();
  checked(ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters));
  if (strategy.effort == 0) {
    set(context, ZSTD_c_compressionLevel, level);
  } else {
    set_parameters(context, efforts.at(strategy.effort - std::size_t{1}));
  }
  if (strategy.encoder == Encoder::planes) {
    return encode_planes(context, element_bytes, input, output);
  }
  return checked(ZSTD_compress2(context, output.data(), output.size(), input.data(), input.size()));
}

std::size_t Coders::try_again(const Strategy& strategy, int level, std::size_t element_bytes,
                              ConstBytes input, std::size_t written, Bytes output) {
  return plugins::try_again(first_try_, written, output,
                            [&] { return encode(strategy, level, element_bytes, input, output); });
}

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
