// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/variable_tuning.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/threads/machine.hpp"
#include "base/threads/stop.hpp"
#include "filter/registry/registry.hpp"
#include "model/dataset/stored_form.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/rounding/measured_rounding.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/tune/advice.hpp"
#include "store/open/open.hpp"
#include "transcode/recoding/tolerance.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;

/// The filters used to compare roundings.
constexpr std::string_view probe_filters = "shuffle|deflate,1";

SampleChunk copy_of(const SampleChunk& chunk) {
  SampleChunk copy;
  copy.box = chunk.box;
  copy.bytes = chunk.bytes;
  copy.memory.reserve(chunk.bytes);
  std::memcpy(copy.memory.bytes().data(), chunk.memory.bytes().data(), chunk.bytes);
  return copy;
}

/// Returns a schema with only this variable, to check which filters the library accepts for it.
model::Schema schema_of_one(const model::Schema& schema, model::VariableId id) {
  model::Schema alone;
  alone.format = schema.format;
  alone.groups = schema.groups;
  for (model::Group& group : alone.groups) group.attributes.clear();
  alone.types = schema.types;
  model::Variable& variable = alone.variables.emplace_back(schema.variables[id]);
  variable.attributes.clear();
  for (model::DimensionId& dimension : variable.dimensions) {
    const model::Dimension& whole = schema.dimensions[dimension];
    const auto known = std::find_if(
        alone.dimensions.begin(), alone.dimensions.end(),
        [&](const auto& other) { return other.name == whole.name && other.group == whole.group; });
    dimension = static_cast<model::DimensionId>(known - alone.dimensions.begin());
    if (known == alone.dimensions.end()) alone.dimensions.push_back(whole);
  }
  return alone;
}

/// Runs `work`; returns false if a filter is missing or does not accept the variable.
template <class Work>
bool is_possible(const Work& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::not_found || error.code() == ErrorCode::unsupported) {
      return false;
    }
    throw;
  }
}

/// Returns the encoded size of the sample's rounded chunks.
std::uint64_t rounded_bytes(const Sample& sample, const SampleRounding& rounding,
                            const Quantization& choice, const filter::PreparedChain& probe,
                            Bench& bench) {
  const transcode::Quantizer quantizer = rounding.quantizer(choice);
  std::uint64_t bytes = 0;
  std::uint64_t bytes_tried = 0;
  for (const SampleChunk& chunk : sample.chunks) {
    if (bytes_tried >= max_bytes_to_try) break;
    base::throw_if_stopped();
    SampleChunk rounded = copy_of(chunk);
    rounding.apply(quantizer, rounded);
    bytes += bench.encoded_bytes(probe, {}, rounded.elements());
    bytes_tried += chunk.bytes;
  }
  return bytes;
}

double bytes_without_filters(const VariableToTune& variable, const Sample& sample,
                             const TunedVariable& tuned) {
  if (variable.is_contiguous_without_filters) return static_cast<double>(tuned.raw_bytes);
  return static_cast<double>(sample.chunks_to_store) *
         static_cast<double>(sample.chunks.front().bytes);
}

/// Returns how exact a candidate must be: present filters may be lossy to any extent; others that
/// round must keep within the error.
ValueCheck check_of(const Candidate& candidate, const VariableToTune& variable) {
  if (candidate.rounds) {
    const model::StoredForm& form = variable.recoding.to().form;
    return [tolerance = transcode::Tolerance(candidate.text, variable.bound->limit,
                                             missing_values_of(variable.in_copy())),
            rounding = SampleRounding(variable.output, variable.id(), variable.recoding),
            element = form.element,
            order = form.byte_order](std::span<const std::byte> encoded,
                                     std::span<const std::byte> decoded) -> std::optional<double> {
      if (tolerance.find_excess(encoded, decoded, element, order)) return std::nullopt;
      return rounding.largest_change(encoded, decoded);
    };
  }
  if (std::ranges::none_of(candidate.chain, filter::may_change_values)) return {};
  return [](std::span<const std::byte>, std::span<const std::byte>) { return 0; };
}

/// Adds the present filters if they were not tried: only their size is known.
void add_present(TunedVariable& tuned) {
  const bool is_there = std::ranges::any_of(tuned.trials, &TuneTrial::is_present);
  if (is_there || tuned.input_bytes == 0) return;
  TuneTrial present;
  present.filters = filter::describe(tuned.input_filters);
  present.stored_bytes = tuned.input_bytes;
  present.is_present = true;
  present.is_fallback = true;
  tuned.trials.push_back(std::move(present));
}

void tell_information(const VariableToTune& variable, const TunedVariable& tuned,
                      std::vector<std::string>& notes) {
  if (variable.bound->kind != Bound::Kind::information) return;
  const std::string remark = remark_on_information(tuned.information);
  if (!remark.empty()) notes.push_back(fmt::format("variable {}: {}", tuned.path, remark));
  const auto uncounted =
      dimensions_not_counted(variable.output, variable.in_copy(), tuned.information);
  if (tuned.information.empty() || uncounted.empty()) return;
  notes.push_back(fmt::format(
      "variable {}: the information along {} is not counted, because no neighbouring values along "
      "it were read; ncfcopy --quantize \"{},bitround,information={:.6g}%\" counts all "
      "values",
      tuned.path, fmt::join(uncounted, " and "), tuned.path, 100 * variable.bound->limit));
}

/// Computes the results for the whole variable from the measurements.
void fill_in(const VariableToTune& variable, const Sample& sample, TunedVariable& tuned,
             const std::vector<ReadyCandidate>& candidates) {
  const double to_store = raw_bytes_to_store(sample, tuned.raw_bytes);
  for (const auto& [candidate, chain, check, strategies, result] : candidates) {
    TuneTrial trial;
    trial.filters = candidate.text;
    trial.is_present = candidate.is_present;
    trial.is_fallback = !candidate.is_for_readers;
    trial.rounds = candidate.rounds;
    if (trial.rounds) trial.largest_error = result.largest_error;
    const bool has_none = candidate.chain.empty();
    trial.stored_bytes =
        static_cast<std::uint64_t>(0.5 + (has_none ? bytes_without_filters(variable, sample, tuned)
                                                   : result.stored_share * to_store));
    if (trial.is_present && tuned.rounding.empty() && tuned.input_bytes > 0) {
      trial.stored_bytes = tuned.input_bytes;
    }
    if (!has_none) {
      trial.encode_rate = 1 / result.encode_seconds;
      trial.decode_rate = 1 / result.decode_seconds;
    }
    tuned.trials.push_back(std::move(trial));
  }
}

}  // namespace

VariableTuner::VariableTuner(const TuneOptions& options, model::Source& input,
                             Trials::BytesHandler on_tried)
    : options_(options), input_(input), on_tried_(std::move(on_tried)) {}

std::uint64_t VariableTuner::bytes_to_try(const VariableToTune& variable) const {
  const auto& grid = variable.recoding.target();
  const std::uint64_t chunk_bytes = grid.chunk_values() * variable.recoding.element_bytes();
  const std::uint64_t chunks = std::min<std::uint64_t>(
      grid.chunk_count(), (max_bytes_to_try + chunk_bytes - 1) / chunk_bytes);
  const std::size_t present = 1;
  return chunks * chunk_bytes *
         (all_candidates(options_.readers).size() + present + rounding_candidates(variable).size());
}

bool VariableTuner::tune(const VariableToTune& variable, TunedVariable& tuned,
                         std::vector<std::string>& notes) {
  Sample sample = read_sample(variable.recoding, input_, options_.sample_bytes);
  tuned.chunk_count = sample.chunk_count;
  tuned.chunks_read = sample.chunks_read;
  if (sample.chunks.empty()) return false;
  base::with_context("variable " + variable.recoding.name(), [&] {
    if (variable.bound) {
      tuned.bound = format_bound(*variable.bound);
      try_rounding_filters(variable, sample, tuned, notes);
      round(variable, sample, tuned);
      tell_information(variable, tuned, notes);
    }
    try_filters(variable, sample, tuned);
  });
  return true;
}

std::vector<Candidate> VariableTuner::rounding_candidates(const VariableToTune& variable) const {
  if (!variable.bound || variable.bound->kind != Bound::Kind::error) return {};
  return candidates_within_error(variable.bound->limit, variable.as_it_is(), options_.readers);
}

// Before the sample is rounded: such filters encode the exact values.
void VariableTuner::try_rounding_filters(const VariableToTune& variable, const Sample& sample,
                                         TunedVariable& tuned, std::vector<std::string>& notes) {
  std::vector<ReadyCandidate> candidates = make_ready(variable, rounding_candidates(variable));
  if (candidates.empty()) return;
  Trials trials(sample, variable.recoding, limits());
  trials.run(candidates, on_tried_);
  std::erase_if(candidates, [&](const ReadyCandidate& one) {
    if (one.result.largest_error) return false;
    notes.push_back(
        fmt::format("variable {}: {} is left out, because it changes values by more than that",
                    tuned.path, one.candidate.text));
    return true;
  });
  for (ReadyCandidate& one : candidates) one.result.stored_share = trials.predict(one).stored_share;
  fill_in(variable, sample, tuned, candidates);
}

void VariableTuner::try_filters(const VariableToTune& variable, const Sample& sample,
                                TunedVariable& tuned) {
  std::vector<ReadyCandidate> candidates =
      make_ready(variable, candidates_for(variable.as_it_is(), options_.readers));
  Trials trials(sample, variable.recoding, limits());
  trials.run(candidates, on_tried_);
  const ReadyCandidate& chosen = candidates[choose(costs_of(candidates), 1, options_.goal)];
  const Estimate prediction = trials.predict(chosen);
  tuned.uncertainty = prediction.uncertainty;
  // The sample of more chunks corrects one trial; the others are scaled alike.
  const double more = prediction.stored_share / chosen.result.stored_share;
  for (ReadyCandidate& one : candidates) {
    if (one.candidate.compresses) one.result.stored_share *= more;
  }
  fill_in(variable, sample, tuned, candidates);
  add_present(tuned);
}

std::vector<ReadyCandidate> VariableTuner::make_ready(const VariableToTune& variable,
                                                      std::vector<Candidate> candidates) {
  const auto layout = chunk_layout(variable.as_it_is(), variable.recoding.to().form.chunk_shape);
  model::Schema alone = schema_of_one(variable.output, variable.id());
  std::vector<ReadyCandidate> ready;
  for (Candidate& candidate : candidates) {
    if (candidate.is_present) {
      auto present = visible_chain_of(filters_, variable.as_it_is(), layout);
      if (!present) continue;
      candidate.chain = std::move(*present);
    }
    auto chain = prepare(candidate.chain, layout);
    if (!chain) continue;
    // The output's libraries have rules of their own.
    alone.variables.front().asked_filters = candidate.chain;
    if (!is_possible([&] { store::create_in_memory(alone, filters_); })) continue;
    ValueCheck check = check_of(candidate, variable);
    ready.push_back({std::move(candidate), std::move(*chain), std::move(check)});
  }
  return ready;
}

std::optional<filter::PreparedChain> VariableTuner::prepare(const Chain& chain,
                                                            const filter::ChunkLayout& layout) {
  StoredChain stored;
  const bool is_bound = is_possible([&] {
    for (const Filter& filter : chain) {
      stored.push_back(filters_.bind(filter, layout, plugin::FilterUse::encode));
    }
  });
  return is_bound ? chains_.prepare(stored) : std::nullopt;
}

void VariableTuner::round(const VariableToTune& variable, Sample& sample, TunedVariable& tuned) {
  const SampleRounding rounding(variable.output, variable.id(), variable.recoding);
  const auto chosen = choose_rounding(variable, rounding, sample, tuned);
  if (!chosen) return;
  tuned.rounding = format_rounding(*chosen);
  if (variable.bound->kind == Bound::Kind::error) tuned.limit = tuned.bound;
  const transcode::Quantizer quantizer = rounding.quantizer(*chosen);
  double largest_error = 0;
  for (SampleChunk& chunk : sample.chunks) {
    largest_error = std::max(largest_error, rounding.apply(quantizer, chunk));
  }
  if (sample.first) rounding.apply(quantizer, *sample.first);
  tuned.largest_error = largest_error;
}

/// Chooses the rounding: the number of bits if the information decides it, otherwise the rounding
/// with the smallest result.
std::optional<Quantization> VariableTuner::choose_rounding(const VariableToTune& variable,
                                                           const SampleRounding& rounding,
                                                           const Sample& sample,
                                                           TunedVariable& tuned) {
  if (variable.bound->kind == Bound::Kind::information) {
    auto [all, steps] =
        rounding.information(variable.bound->limit, sample, input_, variable.stepped_dimension);
    tuned.information = std::move(all);
    tuned.steps = std::move(steps);
    const int bits = bits_needed(tuned.information);
    return bits > 0 ? std::optional(Quantization{Quantization::Mode::bit_round, bits})
                    : std::nullopt;
  }
  const Chain chain = resolve(parse_filter_spec(probe_filters), probe_filters);
  const auto probe =
      prepare(chain, chunk_layout(variable.in_copy(), variable.recoding.to().form.chunk_shape));
  Bench bench;
  std::optional<Quantization> best;
  std::uint64_t min_bytes = 0;
  for (const Quantization& choice : rounding.choices(*variable.bound, sample)) {
    const std::uint64_t bytes = rounded_bytes(sample, rounding, choice, *probe, bench);
    if (best && bytes >= min_bytes) continue;
    best = choice;
    min_bytes = bytes;
  }
  return best;
}

transcode::Resources VariableTuner::limits() const {
  return {base::thread_count(options_.threads), base::machine_memory_bytes() / 4};
}

}  // namespace ncf::ops
