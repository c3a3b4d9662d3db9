// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/thread_count.hpp"

#include <gtest/gtest.h>

#include "base/threads/machine.hpp"
#include "support/errors.hpp"

namespace ncf::ops {
namespace {

TEST(ThreadCount, IsThatOfProcessorsUnlessStated) {
  EXPECT_EQ(thread_count({}), base::processor_count());
  EXPECT_EQ(thread_count(1), 1U);
  EXPECT_EQ(thread_count(1024), 1024U);
}

TEST(ThreadCount, RefusesNoneAndTooMany) {
  EXPECT_EQ(test::error_of([] { (void)thread_count(0); }).code(), ErrorCode::usage);
  EXPECT_EQ(test::error_of([] { (void)thread_count(1025); }).message(),
            "threads must be from 1 to 1024, not 1025");
}

}  // namespace
}  // namespace ncf::ops
