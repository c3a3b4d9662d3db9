// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/candidates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ncf::ops {
namespace {

TEST(Candidates, OfStockReadersAreBuiltInToHdf5) {
  const auto candidates = all_candidates(TuneReaders::stock);
  EXPECT_GT(candidates.size(), 5U);
  for (const Candidate& candidate : candidates) {
    for (const Filter& filter : candidate.chain) EXPECT_LE(filter.id, 6U) << candidate.text;
  }
}

TEST(Candidates, OfAnyReadersAreThoseOfStockReadersAndMore) {
  std::set<std::string> any;
  for (const Candidate& candidate : all_candidates(TuneReaders::any)) {
    EXPECT_TRUE(any.insert(candidate.text).second) << candidate.text << " twice";
  }
  const auto stock = all_candidates(TuneReaders::stock);
  for (const Candidate& candidate : stock) EXPECT_EQ(any.count(candidate.text), 1U);
  EXPECT_GT(any.size(), stock.size());
}

TEST(Candidates, AreWhatTheirTextsSay) {
  for (const Candidate& candidate : all_candidates(TuneReaders::any)) {
    if (candidate.chain.empty()) {
      EXPECT_EQ(candidate.text, "none");
      EXPECT_FALSE(candidate.compresses);
    } else {
      EXPECT_EQ(resolve(parse_filter_spec(candidate.text)), candidate.chain);
    }
  }
}

TEST(Candidates, KeepAChecksum) {
  model::Variable variable;
  variable.filters = {{2, {4}}, {1, {5}}, {3, {}}};
  const auto candidates = candidates_for(variable, TuneReaders::stock);
  EXPECT_EQ(candidates.size(), all_candidates(TuneReaders::stock).size());
  for (const Candidate& candidate : candidates) {
    EXPECT_EQ(candidate.chain.front(), (Filter{3, {}}));
    EXPECT_EQ(resolve(parse_filter_spec(candidate.text)), candidate.chain);
  }
  EXPECT_EQ(candidates.front().text, "fletcher32");
}

}  // namespace
}  // namespace ncf::ops
