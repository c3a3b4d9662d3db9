// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/candidates.hpp"

#include <algorithm>
#include <string_view>

#include "filter/known_ids.hpp"
#include "filter/registry.hpp"

namespace ncf::ops {
namespace {

constexpr std::string_view no_filters = "none";

/// Shuffle does nothing to values of one byte, and little to most texts; so some are there without.
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
};

bool has_stock(const Filter& filter) {
  const filter::FilterFacts* facts = filter::find_filter(filter.id);
  return facts != nullptr && facts->providers.hdf5;
}

}  // namespace

std::vector<Candidate> all_candidates(TuneReaders readers) {
  std::vector<Candidate> candidates{{std::string(no_filters), {}, false}};
  for (const std::string_view text : texts) {
    Chain chain = resolve(parse_filter_spec(text), text);
    if (readers == TuneReaders::stock && !std::all_of(chain.begin(), chain.end(), has_stock)) {
      continue;
    }
    candidates.push_back({std::string(text), std::move(chain), true});
  }
  return candidates;
}

std::vector<Candidate> candidates_for(const model::Variable& variable, TuneReaders readers) {
  std::vector<Candidate> candidates = all_candidates(readers);
  const bool has_checksum =
      std::any_of(variable.filters.begin(), variable.filters.end(),
                  [](const StoredFilter& one) { return one.id == filter::fletcher32_id; });
  if (!has_checksum) return candidates;
  for (Candidate& candidate : candidates) {
    candidate.text = candidate.chain.empty() ? "fletcher32" : "fletcher32|" + candidate.text;
    candidate.chain.insert(candidate.chain.begin(), Filter{filter::fletcher32_id, {}});
  }
  return candidates;
}

}  // namespace ncf::ops
