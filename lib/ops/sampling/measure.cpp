// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/measure.hpp"

#include <time.h>

#include <algorithm>
#include <limits>

#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Returns the shortest of several runs; for long work, one run is accurate enough.
template <class Work>
double shortest_seconds(Work work) {
  constexpr int max_runs = 5;
  constexpr double enough_seconds = 0.04;
  double shortest = std::numeric_limits<double>::infinity();
  double all = 0;
  for (int run = 0; run < max_runs && all < enough_seconds; ++run) {
    const double begin = thread_seconds();
    work();
    const double seconds = thread_seconds() - begin;
    shortest = std::min(shortest, seconds);
    all += seconds;
  }
  return shortest;
}

}  // namespace

std::uint64_t Bench::encoded_bytes(const filter::PreparedChain& chain,
                                   const filter::EncoderStrategies& strategies,
                                   std::span<const std::byte> elements) {
  return chain.encode(elements, encoding_, strategies).bytes.size();
}

filter::EncoderStrategies Bench::choose_strategies(const filter::PreparedChain& chain,
                                                   std::span<const std::byte> first_chunk,
                                                   std::uint64_t variable_bytes) {
  return chain.has_strategies() ? chain.choose_strategies(first_chunk, variable_bytes, encoding_)
                                : filter::EncoderStrategies();
}

Measurement Bench::measure(const filter::PreparedChain& chain,
                           const filter::EncoderStrategies& strategies,
                           std::span<const std::byte> elements, const ValueCheck& check) {
  Measurement measurement;
  filter::EncodedChunk stored;
  measurement.encode_seconds =
      shortest_seconds([&] { stored = chain.encode(elements, encoding_, strategies); });
  measurement.stored_bytes = stored.bytes.size();
  const auto decoded = decoded_.first(elements.size());
  measurement.decode_seconds =
      shortest_seconds([&] { chain.decode(stored.bytes, stored.filter_mask, decoded, decoding_); });
  if (check) {
    measurement.largest_error = check(elements, decoded);
  } else if (!std::ranges::equal(decoded, elements)) {
    throw Error(ErrorCode::internal, "the filters do not restore their input");
  }
  return measurement;
}

}  // namespace ncf::ops
