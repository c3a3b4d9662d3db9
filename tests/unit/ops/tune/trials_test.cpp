// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/trials.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <stdexcept>
#include <vector>

namespace ncf::ops {
namespace {

TEST(Candidates, OfStockReadersAreWhatEveryNetcdfCanUndo) {
  const auto candidates = all_candidates(TuneReaders::stock);
  EXPECT_GT(candidates.size(), 5U);
  for (const Candidate& candidate : candidates) {
    for (const Filter& filter : candidate.chain) EXPECT_LE(filter.id, 3U) << candidate.text;
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

std::set<std::uint32_t> filters_for(TuneReaders readers) {
  std::set<std::uint32_t> ids;
  for (const Candidate& candidate : all_candidates(readers)) {
    for (const Filter& filter : candidate.chain) ids.insert(filter.id);
  }
  return ids;
}

TEST(Candidates, AreWhatTheReadersHave) {
  EXPECT_EQ(filters_for(TuneReaders::h5py), (std::set<std::uint32_t>{1, 2, 4, 32000}));
  EXPECT_EQ(filters_for(TuneReaders::xarray), (std::set<std::uint32_t>{1, 2, 4}));
  EXPECT_EQ(filters_for(TuneReaders::zarr_python),
            (std::set<std::uint32_t>{1, 2, 307, 32001, 32015}));
  EXPECT_EQ(filters_for(TuneReaders::netcdf_java), (std::set<std::uint32_t>{1, 2}));
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

// Before other filters, its 4 bytes would make the size no multiple of 8 bytes.
TEST(Candidates, KeepAChecksumLast) {
  model::Variable variable;
  variable.filters = {{3, {}}, {2, {4}}, {1, {5}}};
  const auto candidates = candidates_for(variable, TuneReaders::stock);
  ASSERT_EQ(candidates.size(), all_candidates(TuneReaders::stock).size() + 1);
  for (const Candidate& candidate : candidates) {
    if (candidate.is_present) continue;
    EXPECT_EQ(candidate.chain.back(), (Filter{3, {}}));
    EXPECT_EQ(resolve(parse_filter_spec(candidate.text)), candidate.chain);
  }
  EXPECT_EQ(candidates.front().text, "fletcher32");
  EXPECT_TRUE(candidates.back().is_present);  // in its own order
}

TEST(Candidates, WithinAnErrorKeepAChecksumLast) {
  model::Variable variable;
  EXPECT_TRUE(candidates_within_error(0.01, variable, TuneReaders::stock).empty());
  auto candidates = candidates_within_error(0.01, variable, TuneReaders::any);
  ASSERT_EQ(candidates.size(), 1U);
  EXPECT_EQ(candidates.front().text, "zfp,accuracy=0.01");
  EXPECT_TRUE(candidates.front().rounds);
  variable.filters = {{3, {}}};
  candidates = candidates_within_error(1e-20, variable, TuneReaders::any);
  ASSERT_EQ(candidates.size(), 1U);
  EXPECT_EQ(candidates.front().text, "zfp,accuracy=1e-20|fletcher32");
  EXPECT_EQ(resolve(parse_filter_spec(candidates.front().text)), candidates.front().chain);
}

/// Returns the candidate with the present filters, which must occur once.
Candidate present(const StoredChain& filters, TuneReaders readers) {
  model::Variable variable;
  variable.filters = filters;
  Candidate found;
  std::size_t count = 0;
  for (const Candidate& candidate : candidates_for(variable, readers)) {
    if (!candidate.is_present) continue;
    found = candidate;
    ++count;
  }
  EXPECT_EQ(count, 1U);
  return found;
}

TEST(Candidates, ThePresentFiltersAreOne) {
  EXPECT_EQ(present({}, TuneReaders::stock).text, "none");
  EXPECT_EQ(present({{2, {4}}, {1, {4}}}, TuneReaders::stock).text, "shuffle|deflate,4");
  EXPECT_EQ(present({{2, {4}}, {1, {4}}, {3, {}}}, TuneReaders::stock).text,
            "shuffle|deflate,4|fletcher32");
  EXPECT_TRUE(present({{2, {4}}, {1, {7}}}, TuneReaders::stock).is_for_readers);
  EXPECT_TRUE(present({{32015, {3}}}, TuneReaders::any).is_for_readers);
  const Candidate zstd = present({{32015, {19}}}, TuneReaders::stock);
  EXPECT_FALSE(zstd.is_for_readers);
  EXPECT_TRUE(zstd.compresses);
  EXPECT_EQ(zstd.chain, (Chain{{32015, {19}}}));
}

TEST(Jobs, EachRunsOnceOnAWorkerThatIsThere) {
  for (const std::size_t threads : {std::size_t{1}, std::size_t{4}}) {
    base::WorkerPool pool(threads);
    std::vector<std::atomic<int>> runs(500);
    std::size_t told = 0;
    run_jobs(
        pool, runs.size(),
        [&](std::size_t index, std::size_t worker) {
          EXPECT_LT(worker, pool.worker_count());
          ++runs[index];
        },
        [&](std::size_t ended) {
          EXPECT_GE(ended, told);
          told = ended;
        });
    for (const auto& count : runs) EXPECT_EQ(count, 1);
    EXPECT_EQ(told, runs.size());
  }
}

TEST(Jobs, OfNoneThereIsNothingToWaitFor) {
  base::WorkerPool pool(2);
  run_jobs(pool, 0, [](std::size_t, std::size_t) { FAIL(); }, {});
}

TEST(Jobs, AFailureEndsTheRestAndComesBack) {
  for (const std::size_t threads : {std::size_t{1}, std::size_t{4}}) {
    base::WorkerPool pool(threads);
    std::atomic<int> runs = 0;
    const auto job = [&](std::size_t index, std::size_t) {
      ++runs;
      if (index == 3) throw std::runtime_error("job 3");
    };
    EXPECT_THROW(run_jobs(pool, 100000, job, {}), std::runtime_error);
    EXPECT_GE(runs,
              threads == 1 ? 4 : 1);  // a thread may take a job before it learns of the failure
    EXPECT_LT(runs, 100000);
  }
}

TEST(Jobs, WhoListensMayStopTheWork) {
  base::WorkerPool pool(4);
  std::atomic<int> runs = 0;
  EXPECT_THROW(run_jobs(
                   pool, 1000, [&](std::size_t, std::size_t) { ++runs; },
                   [](std::size_t) { throw std::runtime_error("enough"); }),
               std::runtime_error);
  EXPECT_LE(runs, 1000);
}

}  // namespace
}  // namespace ncf::ops
