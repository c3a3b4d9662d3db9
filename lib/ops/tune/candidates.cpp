// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"

namespace ncf::ops {
namespace {

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
  return readers == TuneReaders::any ||
         std::all_of(chain.begin(), chain.end(), [readers](const Filter& one) {
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
  const auto known = std::find_if(
      candidates.begin(), candidates.end(),
      [&](const Candidate& candidate) { return filter::encode_alike(candidate.chain, chain); });
  if (known != candidates.end()) {
    known->is_present = true;
    return;
  }
  const bool compresses = !std::all_of(chain.begin(), chain.end(), keeps_size);
  const bool is_for_readers = can_undo(readers, chain);
  candidates.push_back(
      {filter::describe(present), std::move(chain), compresses, true, is_for_readers});
}

}  // namespace

bool has_checksum(const model::Variable& variable) {
  return std::any_of(variable.filters.begin(), variable.filters.end(),
                     [](const StoredFilter& one) { return one.id == filter::fletcher32_id; });
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

}  // namespace ncf::ops
