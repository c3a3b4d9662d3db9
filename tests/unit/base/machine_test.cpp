// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/machine.hpp"

#include <gtest/gtest.h>
#include <sched.h>

namespace ncf::base {
namespace {

TEST(Machine, CountsTheProcessorsOneMayUse) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(processor_count(), static_cast<std::size_t>(CPU_COUNT(&before)));
  cpu_set_t one;
  CPU_ZERO(&one);
  for (std::size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i) {
    if (CPU_ISSET(i, &before)) CPU_SET(i, &one);
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(processor_count(), 1U);
  EXPECT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

TEST(Machine, HasMemory) { EXPECT_GT(machine_memory_bytes(), std::uint64_t{64} << 20U); }

}  // namespace
}  // namespace ncf::base
