// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/trials.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "base/memory/bytes.hpp"
#include "base/threads/in_order.hpp"
#include "base/threads/stop.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

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

std::size_t threads_for(const transcode::Recoding& recoding, const transcode::Resources& limits) {
  constexpr std::uint64_t chunks_of_a_thread = 6;
  const std::uint64_t chunk_bytes = recoding.target().chunk_values() * recoding.element_bytes();
  const std::uint64_t most = limits.max_bytes / (chunks_of_a_thread * chunk_bytes);
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(most, 1, limits.threads));
}

ChunkSizes sizes_of(const SampleChunk& chunk, std::uint64_t stored_bytes) {
  return {chunk.raw_bytes, stored_bytes, chunk.numbers.size()};
}

constexpr std::string_view no_filters = "none";

bool is_read_by(TuneReaders readers, const filter::Readers& read_by) {
  switch (readers) {
    case TuneReaders::stock:
      return read_by.netcdf;
    case TuneReaders::h5py:
      return read_by.h5py;
    case TuneReaders::xarray:
      return read_by.xarray;
    case TuneReaders::zarr_python:
      return read_by.zarr_python;
    case TuneReaders::netcdf_java:
      return read_by.netcdf_java;
    case TuneReaders::any:
      return true;
  }
  return false;
}

bool can_undo(TuneReaders readers, const Chain& chain) {
  return readers == TuneReaders::any || std::ranges::all_of(chain, [readers](const Filter& one) {
           const filter::FilterFacts* facts = filter::find_filter(one.id);
           return facts != nullptr && is_read_by(readers, facts->read_by);
         });
}

/// Returns whether a filter only permutes or adds bytes.
bool keeps_size(const Filter& filter) {
  return filter.id == filter::shuffle_id || filter.id == filter::fletcher32_id;
}

/// Adds fletcher32 at the end: because of its 4 bytes, a later filter would not get whole elements.
void add_checksum(Candidate& candidate) {
  FilterSpec spec;
  if (!candidate.chain.empty()) spec = parse_filter_spec(candidate.text);
  spec.filters.emplace_back(
      NamedFilter{.name = "fletcher32", .arguments = {}, .span = {}, .marks = {}});
  candidate.chain.push_back({filter::fletcher32_id});
  candidate.text = format_spec(spec);
}

void add_present(const StoredChain& present, TuneReaders readers,
                 std::vector<Candidate>& candidates) {
  Chain chain = visible_form(present);
  const auto known = std::ranges::find_if(candidates, [&](const Candidate& candidate) {
    return filter::encode_alike(candidate.chain, chain);
  });
  if (known != candidates.end()) {
    known->is_present = true;
    return;
  }
  const bool compresses = !std::ranges::all_of(chain, keeps_size);
  const bool is_for_readers = can_undo(readers, chain);
  candidates.push_back(
      {filter::describe(present), std::move(chain), compresses, true, is_for_readers});
}

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

std::vector<Cost> costs_of(const std::vector<ReadyCandidate>& candidates) {
  std::vector<Cost> costs;
  for (const ReadyCandidate& candidate : candidates) {
    const TrialResult& result = candidate.result;
    costs.push_back({result.stored_share, time_of(result.encode_seconds, result.decode_seconds)});
  }
  return costs;
}

Trials::Trials(const Sample& sample, const transcode::Recoding& recoding,
               const transcode::Resources& limits)
    : sample_(sample),
      tried_(chunks_to_try(sample)),
      times_constant_(std::ranges::all_of(sample.chunks, &SampleChunk::is_constant)),
      pool_(threads_for(recoding, limits)) {
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

// Measures candidate by candidate, all chunks of each.
void Trials::run(std::vector<ReadyCandidate>& candidates, const BytesHandler& on_tried) {
  choose_strategies(candidates);
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
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i].result = sum_up(std::span(measurements).subspan(i * tried_, tried_));
  }
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

bool has_checksum(const model::Variable& variable) {
  return std::ranges::find(variable.filters, filter::fletcher32_id, &StoredFilter::id) !=
         variable.filters.end();
}

std::vector<Candidate> all_candidates(TuneReaders readers) {
  std::vector<Candidate> candidates{{std::string(no_filters), {}, false}};
  for (const filter::FilterFacts& facts : filter::all_filters()) {
    for (const std::string_view text : facts.candidates) {
      Chain chain = resolve(parse_filter_spec(text), text);
      if (!can_undo(readers, chain)) continue;
      candidates.push_back({std::string(text), std::move(chain), true});
    }
  }
  return candidates;
}

std::vector<Candidate> candidates_for(const model::Variable& variable, TuneReaders readers) {
  std::vector<Candidate> candidates = all_candidates(readers);
  if (has_checksum(variable)) {
    for (Candidate& candidate : candidates) add_checksum(candidate);
  }
  add_present(variable.filters, readers, candidates);
  return candidates;
}

std::vector<Candidate> candidates_within_error(double error, const model::Variable& variable,
                                               TuneReaders readers) {
  std::vector<Candidate> candidates;
  for (const filter::FilterFacts& facts : filter::all_filters()) {
    if (facts.candidate_within_error.empty()) continue;
    const std::string text = fmt::format("{}{}", facts.candidate_within_error, error);
    Candidate candidate{text, resolve(parse_filter_spec(text), text), true};
    if (!can_undo(readers, candidate.chain)) continue;
    candidate.rounds = true;
    if (has_checksum(variable)) add_checksum(candidate);
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

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
  decoded_.reserve(elements.size());
  const auto decoded = decoded_.bytes().first(elements.size());
  measurement.decode_seconds =
      shortest_seconds([&] { chain.decode(stored.bytes, stored.filter_mask, decoded, decoding_); });
  if (check) {
    measurement.largest_error = check(elements, decoded);
  } else if (!base::are_equal(decoded, elements)) {
    throw Error(ErrorCode::internal, "the filters do not restore their input");
  }
  return measurement;
}

void run_jobs(base::WorkerPool& pool, std::size_t count, const IndexedJob& job,
              const std::function<void(std::size_t)>& on_ended) {
  base::InOrder<std::size_t> jobs;
  for (std::size_t index = 0; index < count; ++index) {
    jobs.start(pool, index, 0, [&job](std::size_t begun, std::size_t worker) {
      base::throw_if_stopped();
      job(begun, worker);
    });
  }
  for (std::size_t ended = 1; ended <= count; ++ended) {
    (void)jobs.end_oldest();
    if (on_ended) on_ended(ended);
  }
}

}  // namespace ncf::ops
