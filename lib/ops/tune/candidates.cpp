// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/candidates.hpp"

#include <algorithm>
#include <string_view>

#include "filter/describe.hpp"
#include "filter/known_ids.hpp"

namespace ncf::ops {
namespace {

constexpr std::string_view no_filters = "none";

/// Shuffle does nothing for values of one byte and little for most texts, so some chains omit it.
constexpr std::string_view texts[] = {
    "shuffle|deflate,1",
    "shuffle|deflate,2",
    "shuffle|deflate,4",
    "shuffle|deflate,6",
    "shuffle|deflate,9",
    "deflate,1",
    "deflate,6",
    "szip,mask=nn,pixels_per_block=32",
    "szip,mask=ec,pixels_per_block=32",
    "shuffle|lz4",
    "bitshuffle,cname=lz4",
    "blosc,clevel=5,cname=lz4,shuffle=byte",
    "blosc,clevel=5,cname=zstd,shuffle=byte",
    "blosc,clevel=5,cname=zstd,shuffle=bit",
    "shuffle|zstd,1",
    "shuffle|zstd,3",
    "shuffle|zstd,7",
    "shuffle|zstd,12",
    "shuffle|zstd,19",
    "zstd,3",
    "bitshuffle,cname=zstd,level=3",
    "bitshuffle|zstd,12",
    "shuffle|bzip2,9",
    "bzip2,9",
    "zfp,reversible",
};

/// Whether every netCDF installation can decode it. szip is built into HDF5 too, but not always.
bool is_everywhere(const Filter& filter) {
  return filter.id == filter::shuffle_id || filter.id == filter::deflate_id ||
         filter.id == filter::fletcher32_id;
}

bool can_undo(TuneReaders readers, const Chain& chain) {
  return readers == TuneReaders::any || std::all_of(chain.begin(), chain.end(), is_everywhere);
}

/// Whether it only permutes or adds bytes.
bool keeps_size(const Filter& filter) {
  return filter.id == filter::shuffle_id || filter.id == filter::fletcher32_id;
}

void add_present(const StoredChain& present, TuneReaders readers,
                 std::vector<Candidate>& candidates) {
  Chain chain = user_form(present);
  const auto known =
      std::find_if(candidates.begin(), candidates.end(),
                   [&](const Candidate& candidate) { return candidate.chain == chain; });
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

std::vector<Candidate> all_candidates(TuneReaders readers) {
  std::vector<Candidate> candidates{{std::string(no_filters), {}, false}};
  for (const std::string_view text : texts) {
    Chain chain = resolve(parse_filter_spec(text), text);
    if (!can_undo(readers, chain)) continue;
    candidates.push_back({std::string(text), std::move(chain), true});
  }
  return candidates;
}

std::vector<Candidate> candidates_for(const model::Variable& variable, TuneReaders readers) {
  std::vector<Candidate> candidates = all_candidates(readers);
  const bool has_checksum =
      std::any_of(variable.filters.begin(), variable.filters.end(),
                  [](const StoredFilter& one) { return one.id == filter::fletcher32_id; });
  for (Candidate& candidate : candidates) {
    if (!has_checksum) break;
    candidate.text = candidate.chain.empty() ? "fletcher32" : "fletcher32|" + candidate.text;
    candidate.chain.insert(candidate.chain.begin(), Filter{filter::fletcher32_id, {}});
  }
  add_present(variable.filters, readers, candidates);
  return candidates;
}

}  // namespace ncf::ops
