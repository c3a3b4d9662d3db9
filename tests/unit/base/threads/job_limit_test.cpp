// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/worker_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace ncf::base {
namespace {

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
