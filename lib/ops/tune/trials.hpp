// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filter chains that a variable may get, and trials of them on a sample of its chunks. Called
// on the I/O thread; workers encode and decode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/memory/bytes.hpp"
#include "base/threads/worker_pool.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "model/schema/schema.hpp"
#include "ncf/tune.hpp"
#include "ops/tune/advice.hpp"
#include "ops/values/sample.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/walks/resources.hpp"

namespace ncf::ops {

// ---- Candidates ----

/// A filter chain to try.
struct Candidate {
  std::string text;  ///< in `-F` syntax; "none" for no filters
  Chain chain;
  bool compresses = false;  ///< not only reorders bytes or adds a checksum
  bool is_present = false;  ///< the variable has these filters
  bool is_for_readers = true;
  bool rounds = false;  ///< encodes exact values within the allowed error
};

/// Returns whether the variable has fletcher32. All filters recommended for it then include it.
[[nodiscard]] bool has_checksum(const model::Variable& variable);

/// Returns the chains that the readers can decode, whether available here or not. The empty chain
/// comes first.
[[nodiscard]] std::vector<Candidate> all_candidates(TuneReaders readers);

/// Returns these chains for a variable: if it has fletcher32, all include it. Its present filters
/// are among them, even if the readers cannot decode them.
[[nodiscard]] std::vector<Candidate> candidates_for(const model::Variable& variable,
                                                    TuneReaders readers);

/// Returns lossy chains that keep within an absolute error, for the exact values of the variable.
[[nodiscard]] std::vector<Candidate> candidates_within_error(double error,
                                                             const model::Variable& variable,
                                                             TuneReaders readers);

// ---- The cost of one chunk ----

/// The cost of encoding and decoding a chunk.
struct Measurement {
  std::uint64_t stored_bytes = 0;
  double encode_seconds = 0;  ///< CPU time of this thread, hardly affected by other load
  double decode_seconds = 0;
  /// The largest change of a value; empty if it is larger than its filters may make it.
  std::optional<double> largest_error = 0;
};

/// Returns the largest change of a value; empty if that is too large.
using ValueCheck = std::function<std::optional<double>(std::span<const std::byte> encoded,
                                                       std::span<const std::byte> decoded)>;

/// Measures costs. It belongs to one thread at a time.
class Bench {
 public:
  /// Returns the encoded size of `elements`. throws: as PreparedChain::encode.
  [[nodiscard]] std::uint64_t encoded_bytes(const filter::PreparedChain& chain,
                                            const filter::EncoderStrategies& strategies,
                                            std::span<const std::byte> elements);

  /// Encodes and decodes, repeating short work; the shortest time counts. check: null if the
  /// filters keep every value.
  /// throws: as PreparedChain; Error(internal) if values differ that must be kept.
  [[nodiscard]] Measurement measure(const filter::PreparedChain& chain,
                                    const filter::EncoderStrategies& strategies,
                                    std::span<const std::byte> elements, const ValueCheck& check);

  /// Returns the strategies with which a copy would encode all chunks. throws: as
  /// PreparedChain::choose_strategies.
  [[nodiscard]] filter::EncoderStrategies choose_strategies(const filter::PreparedChain& chain,
                                                            std::span<const std::byte> first_chunk,
                                                            std::uint64_t variable_bytes);

 private:
  filter::ChainWorkspace encoding_;
  filter::ChainWorkspace decoding_;
  base::ByteBuffer decoded_;
};

// ---- Trials ----

/// Limit for the bytes of non-constant chunks that each candidate is tried on.
inline constexpr std::uint64_t max_bytes_to_try = 8'000'000;

/// The result of a trial.
struct TrialResult {
  double stored_share = 1;    ///< stored bytes per raw byte of the chunks tried
  double encode_seconds = 0;  ///< per byte of values
  double decode_seconds = 0;
  std::optional<double> largest_error = 0;  ///< as in a Measurement
};

/// A candidate that can encode the variable.
struct ReadyCandidate {
  Candidate candidate;
  filter::PreparedChain chain;
  ValueCheck check;                           ///< null for filters that keep every value
  filter::EncoderStrategies strategies = {};  ///< set by the trial
  TrialResult result = {};                    ///< set by the trial
};

/// Returns the costs per byte of values.
[[nodiscard]] std::vector<Cost> costs_of(const std::vector<ReadyCandidate>& candidates);

class Trials {
 public:
  /// Called with the bytes of values that one more candidate encoded.
  using BytesHandler = std::function<void(std::uint64_t)>;

  /// Uses as many threads as the limits allow: each needs a few chunks in addition to the sample,
  /// which must outlive this object.
  Trials(const Sample& sample, const transcode::Recoding& recoding,
         const transcode::Resources& limits);

  /// Tries candidates. Constant chunks count for the size; for speed only if there are no others.
  /// throws: Error naming the filter.
  void run(std::vector<ReadyCandidate>& candidates, const BytesHandler& on_tried);

  /// Returns the predicted size of the whole variable with a candidate that was tried, from as many
  /// sample chunks as give enough certainty. The same for any number of threads.
  [[nodiscard]] Estimate predict(const ReadyCandidate& candidate);

 private:
  void choose_strategies(std::vector<ReadyCandidate>& candidates);
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

/// Works on part `index`, on worker `worker`. May throw.
using IndexedJob = std::function<void(std::size_t index, std::size_t worker)>;

/// Runs jobs 0 to `count` - 1 on all workers of a pool and returns when all have ended.
/// on_ended: called on the calling thread after each job, with the number that have ended.
/// throws: as the first of the jobs that failed; Error(interrupted) after a stop request, once the
/// running jobs have ended.
void run_jobs(base::WorkerPool& pool, std::size_t count, const IndexedJob& job,
              const std::function<void(std::size_t ended)>& on_ended);

}  // namespace ncf::ops
