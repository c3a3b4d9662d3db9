// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/stop.hpp"

#include <gtest/gtest.h>

#include "base/threads/worker_pool.hpp"
#include "ncf/error.hpp"
#include "support/errors.hpp"

namespace ncf::base {
namespace {

bool is_stopped() {
  try {
    throw_if_stopped();
    return false;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::interrupted);
    return true;
  }
}

TEST(StopScope, ConcernsTheCallsThatReferToIt) {
  StopSource source;
  StopSource other;
  source.request_stop();
  EXPECT_FALSE(is_stopped());
  {
    const StopScope scope(&source);
    EXPECT_TRUE(is_stopped());
    const StopScope inner(&other);
    EXPECT_FALSE(is_stopped());
    other.request_stop();
    EXPECT_TRUE(is_stopped());
  }
  EXPECT_FALSE(is_stopped());
}

TEST(StopScope, ReachesCallsWithinTheCall) {
  StopSource source;
  const StopScope scope(&source);
  const StopScope inner(nullptr);
  EXPECT_FALSE(is_stopped());
  source.request_stop();
  EXPECT_TRUE(is_stopped());
}

TEST(StopScope, ReachesTheWorkersOfTheCall) {
  StopSource source;
  const StopScope scope(&source);
  for (const std::size_t threads : {1U, 2U}) {
    WorkerPool pool(threads);
    EXPECT_TRUE(pool.start([&](std::size_t) {
                      source.request_stop();
                      throw_if_stopped();
                    })
                    .valid());
    std::future<void> job = pool.start([](std::size_t) { throw_if_stopped(); });
    EXPECT_THROW(job.get(), Error);
  }
}

}  // namespace
}  // namespace ncf::base
