// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Tries filter chains on the sample of a variable. Called on the I/O thread; workers encode and
// decode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/threads/worker_pool.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "ops/sampling/estimate.hpp"
#include "ops/sampling/measure.hpp"
#include "ops/sampling/sample.hpp"
#include "ops/tune/candidates.hpp"
#include "ops/tune/front.hpp"

namespace ncf::ops {

/// Limit for the bytes of non-constant chunks that each candidate is tried on.
inline constexpr std::uint64_t max_bytes_to_try = 8'000'000;

/// A candidate that can encode the variable.
struct ReadyCandidate {
  Candidate candidate;
  filter::PreparedChain chain;
  ValueCheck check;                      ///< null for filters that keep every value
  filter::EncoderStrategies strategies;  ///< set by the trial
};

/// The result of a trial.
struct TrialResult {
  double stored_share = 1;    ///< stored bytes per raw byte of the chunks tried
  double encode_seconds = 0;  ///< per byte of values
  double decode_seconds = 0;
  std::optional<double> largest_error = 0;  ///< as of a Measurement
};

/// Returns the costs per byte of values.
[[nodiscard]] std::vector<Cost> costs_of(const std::vector<TrialResult>& results);

class Trials {
 public:
  /// Called with the bytes of values that one more candidate encoded.
  using BytesHandler = std::function<void(std::uint64_t)>;

  /// The sample must outlive this object.
  Trials(const Sample& sample, std::size_t threads);

  /// Returns one result for each candidate. Constant chunks count for the size; for speed only if
  /// there are no others. throws: Error naming the filter.
  [[nodiscard]] std::vector<TrialResult> run(std::vector<ReadyCandidate>& candidates,
                                             const BytesHandler& on_tried);

  /// Returns the predicted size of the whole variable with a candidate that was tried, from as many
  /// sample chunks as give enough certainty. The same for any number of threads.
  [[nodiscard]] Estimate predict(const ReadyCandidate& candidate);

 private:
  void choose_strategies(std::vector<ReadyCandidate>& candidates);
  [[nodiscard]] std::vector<Measurement> measure(const std::vector<ReadyCandidate>& candidates,
                                                 const BytesHandler& on_tried);
  /// Returns the result of one candidate from its measurements, one per chunk.
  [[nodiscard]] TrialResult sum_up(std::span<const Measurement> measurements) const;
  [[nodiscard]] bool is_timed(const SampleChunk& chunk) const noexcept {
    return times_constant_ || !chunk.is_constant;
  }
  void encode_more(const ReadyCandidate& candidate, std::vector<ChunkSizes>& sizes);

  const Sample& sample_;
  std::size_t tried_ = 0;  ///< chunks for all candidates: the first of the sample
  bool times_constant_ = false;
  std::vector<Bench> benches_;  ///< one per worker
  base::WorkerPool pool_;       ///< last: its threads end before the rest is destroyed
};

}  // namespace ncf::ops
