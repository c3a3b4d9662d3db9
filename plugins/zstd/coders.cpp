// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "zstd/coders.hpp"

#include <zstd_errors.h>

#include <array>
#include <new>
#include <string>

#include "common/try_again.hpp"

namespace ncf::plugins::zstd {
namespace {

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

}  // namespace

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

}  // namespace ncf::plugins::zstd
