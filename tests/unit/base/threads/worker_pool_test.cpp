// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/worker_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <future>
#include <new>
#include <numeric>
#include <thread>

#include "support/refused_call.hpp"

namespace ncf::base {
namespace {

TEST(WorkerPool, RunsEveryJobBeforeItEnds) {
  for (const std::size_t threads : {0U, 1U, 2U, 7U}) {
    std::atomic<int> sum = 0;
    {
      WorkerPool pool(threads);
      for (int i = 1; i <= 1000; ++i) {
        pool.submit([&sum, i](std::size_t) { sum += i; });
      }
    }
    EXPECT_EQ(sum, 500500) << threads;
  }
}

TEST(WorkerPool, AWorkerRunsOneJobAtATime) {
  std::vector<long> sums;
  {
    WorkerPool pool(5);
    sums.resize(pool.worker_count());
    for (int i = 1; i <= 10000; ++i) {
      pool.submit([&sums, i](std::size_t worker) { sums.at(worker) += i; });
    }
  }
  EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), 0L), 50005000);
}

TEST(WorkerPool, OneThreadIsTheCallers) {
  WorkerPool pool(1);
  EXPECT_EQ(pool.worker_count(), 1U);
  std::thread::id ran_by;
  pool.submit([&](std::size_t) { ran_by = std::this_thread::get_id(); });
  EXPECT_EQ(ran_by, std::this_thread::get_id());
}

TEST(WorkerPool, WhereNoThreadCanBeMadeTheCallerWorks) {
  test::with_refused(test::process_calls, EAGAIN, [] {
    int sum = 0;
    bool is_caller = true;
    {
      WorkerPool pool(3);
      for (int i = 1; i <= 100; ++i) {
        pool.submit([&, caller = std::this_thread::get_id(), i](std::size_t worker) {
          sum += i;
          is_caller = is_caller && worker == 0 && std::this_thread::get_id() == caller;
        });
      }
      EXPECT_EQ(sum, 5050);
    }
    EXPECT_TRUE(is_caller);
  });
}

TEST(WorkerPool, WithoutThreadsManyMaySubmit) {
  std::size_t sum = 0;  // one job at a time adds to it
  {
    WorkerPool pool(1);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&] {
        for (int i = 0; i < 10000; ++i) pool.submit([&sum](std::size_t) { ++sum; });
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(sum, 40000U);
}

TEST(WorkerPool, JobsRunAtTheSameTime) {
  std::promise<void> first_runs;
  std::promise<void> second_runs;
  WorkerPool pool(2);
  pool.submit([&](std::size_t) {
    first_runs.set_value();
    second_runs.get_future().wait();
  });
  pool.submit([&](std::size_t) {
    first_runs.get_future().wait();
    second_runs.set_value();
  });
}

TEST(WorkerPool, JobsOfJobsRunToo) {
  for (const std::size_t threads : {1U, 3U}) {
    std::atomic<int> leaves = 0;
    std::function<void(int)> grow;
    {
      WorkerPool pool(threads);
      grow = [&](int depth) {
        if (depth == 0) {
          ++leaves;
          return;
        }
        for (int i = 0; i < 2; ++i) pool.submit([&, depth](std::size_t) { grow(depth - 1); });
      };
      grow(8);
    }
    EXPECT_EQ(leaves, 256) << threads;
  }
}

TEST(WorkerPool, AJobOfAJobWaitsForIt) {
  bool is_over = false;
  bool was_over = false;
  WorkerPool pool(1);
  pool.submit([&](std::size_t) {
    pool.submit([&](std::size_t) { was_over = is_over; });
    is_over = true;
  });
  EXPECT_TRUE(was_over);
}

TEST(WorkerPool, TellsWhatAStartedJobThrew) {
  for (const std::size_t threads : {1U, 3U}) {
    WorkerPool pool(threads);
    int done = 0;
    pool.start([&done](std::size_t) { done = 1; }).get();
    EXPECT_EQ(done, 1);
    auto failing = pool.start([](std::size_t) { throw std::bad_alloc(); });
    EXPECT_THROW(failing.get(), std::bad_alloc);
  }
}

TEST(JobLimit, NoMoreAreOpenAtOnce) {
  constexpr int jobs = 5000;
  for (const int most : {1, 2, 3, 16}) {
    JobLimit limit(static_cast<std::size_t>(most));
    std::atomic<int> open = 0;
    std::thread worker([&] {
      for (int ended = 0; ended < jobs;) {
        if (open == 0) {
          std::this_thread::yield();
          continue;
        }
        --open;
        ++ended;
        limit.end();
      }
    });
    for (int i = 0; i < jobs; ++i) {
      limit.begin();
      EXPECT_LE(++open, most);
    }
    worker.join();
    EXPECT_EQ(open, 0);
  }
}

TEST(JobLimit, OneThatDoesNotWaitIsNotHeld) {
  JobLimit limit(4);
  for (int i = 0; i < 4; ++i) limit.begin();
  limit.end();
  limit.begin();
  for (int i = 0; i < 4; ++i) limit.end();
  for (int i = 0; i < 4; ++i) limit.begin();
}

}  // namespace
}  // namespace ncf::base
