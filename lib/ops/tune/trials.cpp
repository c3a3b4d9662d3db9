// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/trials.hpp"

#include <algorithm>

#include "ops/sampling/jobs.hpp"

namespace ncf::ops {
namespace {

/// A prediction with this relative uncertainty is good enough, from at least so many chunks.
constexpr double enough_certainty = 0.02;
constexpr std::size_t chunks_at_a_time = 8;

std::size_t chunks_to_try(const Sample& sample) {
  std::uint64_t bytes = 0;
  std::size_t chunks = 0;
  for (const SampleChunk& chunk : sample.chunks) {
    if (bytes >= max_bytes_to_try) break;
    ++chunks;
    if (!chunk.is_constant) bytes += chunk.bytes;
  }
  return chunks;
}

bool all_constant(const std::vector<SampleChunk>& chunks) {
  return std::all_of(chunks.begin(), chunks.end(),
                     [](const SampleChunk& chunk) { return chunk.is_constant; });
}

ChunkSizes sizes_of(const SampleChunk& chunk, std::uint64_t stored_bytes) {
  return {chunk.raw_bytes, stored_bytes, chunk.numbers.size()};
}

}  // namespace

std::vector<Cost> costs_of(const std::vector<TrialResult>& results) {
  std::vector<Cost> costs;
  for (const TrialResult& result : results) {
    costs.push_back({result.stored_share, time_of(result.encode_seconds, result.decode_seconds)});
  }
  return costs;
}

Trials::Trials(const Sample& sample, std::size_t threads)
    : sample_(sample),
      tried_(chunks_to_try(sample)),
      times_constant_(all_constant(sample.chunks)),
      pool_(threads) {
  benches_.resize(pool_.worker_count());
}

// Chooses as a copy does: without the variable's first chunk, the choice uses no data.
void Trials::choose_strategies(std::vector<ReadyCandidate>& candidates) {
  const SampleChunk& first = sample_.first ? *sample_.first : sample_.chunks.front();
  const std::uint64_t variable_bytes = sample_.first ? sample_.variable_bytes : 0;
  run_jobs(pool_, candidates.size(),
           [&](std::size_t index, std::size_t worker) {
             ReadyCandidate& candidate = candidates[index];
             candidate.strategies = benches_[worker].choose_strategies(
                 candidate.chain, first.elements(), variable_bytes);
           },
           {});
}

std::vector<TrialResult> Trials::run(std::vector<ReadyCandidate>& candidates,
                                     const BytesHandler& on_tried) {
  choose_strategies(candidates);
  const std::vector<Measurement> measurements = measure(candidates, on_tried);
  std::vector<TrialResult> results;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    results.push_back(sum_up(std::span(measurements).subspan(i * tried_, tried_)));
  }
  return results;
}

// Measures candidate by candidate, all chunks of each.
std::vector<Measurement> Trials::measure(const std::vector<ReadyCandidate>& candidates,
                                         const BytesHandler& on_tried) {
  std::vector<Measurement> measurements(candidates.size() * tried_);
  std::size_t ended_before = 0;
  run_jobs(
      pool_, measurements.size(),
      [&](std::size_t index, std::size_t worker) {
        const SampleChunk& chunk = sample_.chunks[index % tried_];
        const ReadyCandidate& ready = candidates[index / tried_];
        Bench& bench = benches_[worker];
        if (is_timed(chunk) || ready.check) {
          measurements[index] =
              bench.measure(ready.chain, ready.strategies, chunk.elements(), ready.check);
        } else {
          measurements[index].stored_bytes =
              bench.encoded_bytes(ready.chain, ready.strategies, chunk.elements());
        }
      },
      [&](std::size_t ended) {
        on_tried((ended - ended_before) * sample_.chunks.front().bytes);
        ended_before = ended;
      });
  return measurements;
}

TrialResult Trials::sum_up(std::span<const Measurement> measurements) const {
  TrialResult result;
  std::vector<ChunkSizes> sizes;
  double bytes = 0;
  for (std::size_t i = 0; i < measurements.size(); ++i) {
    const SampleChunk& chunk = sample_.chunks[i];
    sizes.push_back(sizes_of(chunk, measurements[i].stored_bytes));
    if (result.largest_error) {
      const auto& error = measurements[i].largest_error;
      result.largest_error = error ? std::max(result.largest_error, error) : error;
    }
    if (!is_timed(chunk)) continue;
    bytes += static_cast<double>(chunk.bytes);
    result.encode_seconds += measurements[i].encode_seconds;
    result.decode_seconds += measurements[i].decode_seconds;
  }
  result.stored_share = estimate_share(sizes, sample_.chunks_to_store).stored_share;
  result.encode_seconds /= bytes;
  result.decode_seconds /= bytes;
  return result;
}

Estimate Trials::predict(const ReadyCandidate& candidate) {
  std::vector<ChunkSizes> sizes;
  Estimate estimate;
  do {
    encode_more(candidate, sizes);
    estimate = estimate_share(sizes, sample_.chunks_to_store);
  } while (sizes.size() < sample_.chunks.size() &&
           (sizes.size() < tried_ || estimate.uncertainty.value_or(1) > enough_certainty));
  return estimate;
}

void Trials::encode_more(const ReadyCandidate& candidate, std::vector<ChunkSizes>& sizes) {
  const std::size_t first = sizes.size();
  sizes.resize(std::min(sample_.chunks.size(), first + std::max(chunks_at_a_time, tried_)));
  run_jobs(pool_, sizes.size() - first,
           [&](std::size_t index, std::size_t worker) {
             const SampleChunk& chunk = sample_.chunks[first + index];
             const std::uint64_t stored_bytes = benches_[worker].encoded_bytes(
                 candidate.chain, candidate.strategies, chunk.elements());
             sizes[first + index] = sizes_of(chunk, stored_bytes);
           },
           {});
}

}  // namespace ncf::ops
