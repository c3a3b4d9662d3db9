// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/trials.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace ncf::ops {
namespace {

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
