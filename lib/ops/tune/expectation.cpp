// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/expectation.hpp"

#include <algorithm>
#include <vector>

#include "base/threads/machine.hpp"
#include "ops/tune/trials.hpp"
#include "ops/values/sample.hpp"
#include "store/common/index_size.hpp"

namespace ncf::ops {
namespace {

using transcode::Recoding;

constexpr std::size_t max_variables = 8;
/// Limits for the values of a file that are encoded, and for the values that are decoded to get one
/// chunk.
constexpr std::uint64_t max_sample_bytes = 4'000'000;
constexpr std::uint64_t max_decoded_bytes = 64'000'000;

std::uint64_t source_chunks_in(const Recoding& recoding, const model::Box& box) {
  return recoding.source().chunks_of(recoding.target().within(box)).size();
}

/// Returns whether this library encodes the variable, and a chunk of it is quickly assembled.
bool can_be_sampled(const Recoding& recoding) {
  if (!recoding.to().chain || recoding.to().chain->filters().empty()) return false;
  if (recoding.target().chunk_count() == 0) return false;
  const std::uint64_t decoded = source_chunks_in(recoding, recoding.target().chunk_box(0)) *
                                recoding.source().chunk_values() * recoding.element_bytes();
  return decoded <= max_decoded_bytes;
}

std::vector<const Recoding*> choose_recodings(const CopyWork& work) {
  std::vector<const Recoding*> possible;
  std::uint64_t bytes = 0;
  for (const Recoding& recoding : work.recodings) {
    if (!can_be_sampled(recoding)) continue;
    possible.push_back(&recoding);
    bytes += recoding.value_bytes();
  }
  SpreadChoice choice(bytes, possible.size(), max_variables);
  std::erase_if(possible,
                [&](const Recoding* recoding) { return !choice.takes(recoding->value_bytes()); });
  return possible;
}

ReadyCandidate candidate_of(const Recoding& recoding) {
  const filter::PreparedChain& chain = *recoding.to().chain;
  ValueCheck check;
  if (recoding.tolerance().allows_changes()) {
    check = [](std::span<const std::byte>, std::span<const std::byte>) { return 0; };
  }
  return {{.text = {}, .chain = {}, .compresses = true}, chain, std::move(check)};
}

/// Returns the processor time to read and decode a variable, estimated from its sample.
double seconds_to_read(const Recoding& recoding, const Sample& sample, const VariableCopy& copy,
                       double sample_seconds) {
  std::uint64_t chunks = sample.first ? source_chunks_in(recoding, sample.first->box) : 0;
  for (const SampleChunk& chunk : sample.chunks) {
    chunks += chunk.numbers.size() * source_chunks_in(recoding, chunk.box);
  }
  return sample_seconds / static_cast<double>(chunks) * static_cast<double>(copy.decodes);
}

/// Adds the results of a sample of one variable, of which nothing may be stored.
void add_sample(const CopyWork& work, const Recoding& recoding, std::uint64_t max_bytes,
                ExpectedCopy& sampled) {
  const auto cpu_before = base::cpu_times().of_thread;
  const Sample sample = read_sample(recoding, *work.decision.input, max_bytes);
  const auto cpu = base::cpu_times().of_thread - cpu_before;
  const VariableCopy& copy = work.plan.variables[recoding.to().id];
  sampled.encoded_raw_bytes += copy.raw_bytes;
  if (sample.chunks.empty()) return;
  std::vector<ReadyCandidate> candidates{candidate_of(recoding)};
  Trials trials(sample, recoding, work.decision.resources);
  trials.run(candidates, [](std::uint64_t) {});
  const TrialResult& result = candidates.front().result;
  const double raw = raw_bytes_to_store(sample, copy.raw_bytes);
  sampled.encoded_bytes +=
      static_cast<std::uint64_t>(trials.predict(candidates.front()).stored_share * raw);
  for (const SampleChunk& chunk : sample.chunks) sampled.sample_bytes += chunk.bytes;
  sampled.cpu_seconds += seconds_to_read(recoding, sample, copy, cpu.count()) +
                         raw * (result.encode_seconds +
                                (is_read_back(work, recoding.to().id) ? result.decode_seconds : 0));
}

std::uint64_t chunk_count(const VariableCopy& copy) {
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < copy.chunks.size(); ++i) {
    count *= (copy.shape[i] + copy.chunks[i] - 1) / copy.chunks[i];
  }
  return count;
}

/// Returns the size of what the input has besides its values. It is assumed to be about the same
/// for all variables, of which only some may be copied.
std::uint64_t bytes_besides_values(const CopyWork& work) {
  model::Source& input = *work.decision.input;
  const std::size_t count = input.schema().variables.size();
  const std::uint64_t file_bytes = work.decision.input_file.bytes;
  std::uint64_t value_bytes = 0;
  for (model::VariableId id = 0; id < count; ++id) value_bytes += input.stored_bytes(id);
  if (value_bytes == 0 || value_bytes >= file_bytes) return 0;
  return (file_bytes - value_bytes) * work.plan.variables.size() / count;
}

}  // namespace

std::optional<std::uint64_t> find_stored_bytes(const VariableCopy& copy) {
  if (copy.route == Route::passthrough || copy.raw_bytes == 0) return copy.input_bytes;
  if (copy.route == Route::fill) return 0;
  if (!copy.filters.empty()) return std::nullopt;
  double bytes = static_cast<double>(copy.raw_bytes);
  for (std::size_t i = 0; i < copy.chunks.size(); ++i) {
    const std::size_t chunks = (copy.shape[i] + copy.chunks[i] - 1) / copy.chunks[i];
    bytes *= static_cast<double>(chunks * copy.chunks[i]) / static_cast<double>(copy.shape[i]);
  }
  return static_cast<std::uint64_t>(bytes + 0.5);
}

ExpectedCopy expect_copy(const CopyWork& work) {
  const bool has_indexes = is_netcdf4(work.plan.format);
  std::uint64_t metadata_bytes = work.definition_bytes;
  ExpectedCopy expected;
  for (const VariableCopy& copy : work.plan.variables) {
    if (has_indexes && copy.route != Route::fill && !copy.chunks.empty()) {
      metadata_bytes += store::tree_bytes(copy.chunks.size(), chunk_count(copy), true);
    }
    if (const auto known = find_stored_bytes(copy)) {
      expected.known_bytes += *known;
    } else {
      expected.encoded_raw_bytes += copy.raw_bytes;
    }
  }
  // What an HDF5 file has besides its variables includes values of variable length.
  expected.known_bytes += std::max(metadata_bytes, bytes_besides_values(work));
  return expected;
}

void add_samples(const CopyWork& work, ExpectedCopy& expected) {
  const std::vector<const Recoding*> chosen = choose_recodings(work);
  if (chosen.empty()) return;
  ExpectedCopy sampled;
  for (const Recoding* const recoding : chosen) {
    add_sample(work, *recoding, max_sample_bytes / chosen.size(), sampled);
  }
  if (sampled.encoded_raw_bytes == 0) return;
  const double part = static_cast<double>(expected.encoded_raw_bytes) /
                      static_cast<double>(sampled.encoded_raw_bytes);
  expected.encoded_bytes =
      static_cast<std::uint64_t>(static_cast<double>(sampled.encoded_bytes) * part);
  expected.cpu_seconds = sampled.cpu_seconds * part;
  expected.sample_bytes = sampled.sample_bytes;
}

}  // namespace ncf::ops
