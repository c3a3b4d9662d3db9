// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chains of filters tried on the sample of a variable. The I/O thread asks, workers encode and
// decode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/worker_pool.hpp"
#include "filter/prepared_chain.hpp"
#include "ops/tune/candidates.hpp"
#include "ops/tune/estimate.hpp"
#include "ops/tune/front.hpp"
#include "ops/tune/measure.hpp"
#include "ops/tune/sample.hpp"

namespace ncf::ops {

/// Of chunks that are not constant, for every candidate.
inline constexpr std::uint64_t max_bytes_to_try = 8'000'000;

/// A candidate that can be used on the variable.
struct ReadyCandidate {
  Candidate candidate;
  filter::PreparedChain chain;
  filter::EncodingWays ways;  ///< once tried
};

/// What became of one.
struct TrialResult {
  double stored_share = 1;    ///< stored bytes for each raw one, of the chunks tried
  double encode_seconds = 0;  ///< for each byte of values
  double decode_seconds = 0;
};

/// For each byte of values.
[[nodiscard]] std::vector<Cost> costs_of(const std::vector<TrialResult>& results);

class Trials {
 public:
  /// Called with the bytes of values that were encoded by one more candidate.
  using BytesHandler = std::function<void(std::uint64_t)>;

  /// The sample outlives this.
  Trials(const Sample& sample, std::size_t threads);

  /// One result per candidate. Constant chunks count for the size, and for speed only where there
  /// are no others. throws: Error naming the filter.
  [[nodiscard]] std::vector<TrialResult> run(std::vector<ReadyCandidate>& candidates,
                                             const BytesHandler& on_tried);

  /// What a candidate that was tried makes of the whole variable: by as many chunks of the sample
  /// as it takes to be certain enough. The result is the same for any number of threads.
  [[nodiscard]] Estimate predict(const ReadyCandidate& candidate);

 private:
  void choose_ways(std::vector<ReadyCandidate>& candidates);
  [[nodiscard]] std::vector<Measurement> measure(const std::vector<ReadyCandidate>& candidates,
                                                 const BytesHandler& on_tried);
  /// Of one candidate, a measurement per chunk.
  [[nodiscard]] TrialResult sum_up(std::span<const Measurement> measurements) const;
  [[nodiscard]] bool is_timed(const SampleChunk& chunk) const noexcept {
    return times_constant_ || !chunk.is_constant;
  }
  void encode_more(const ReadyCandidate& candidate, std::vector<ChunkSizes>& sizes);

  const Sample& sample_;
  std::size_t tried_ = 0;  ///< chunks that every candidate is tried on: the first of the sample
  bool times_constant_ = false;
  std::vector<Bench> benches_;  ///< one per worker
  base::WorkerPool pool_;       ///< last: ends first
};

}  // namespace ncf::ops
