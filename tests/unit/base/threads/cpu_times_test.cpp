// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/machine.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace ncf::base {
namespace {

using std::chrono::milliseconds;

/// Works until this thread has used this much processor time.
void use(milliseconds time) {
  const CpuTimes begin = cpu_times();
  while (cpu_times().of_thread - begin.of_thread < time) continue;
}

TEST(CpuTimes, CountTheWorkOfThisThreadAndOfAll) {
  const CpuTimes begin = cpu_times();
  use(milliseconds(5));
  std::thread(use, milliseconds(20)).join();
  const CpuTimes end = cpu_times();
  EXPECT_GE(end.of_thread - begin.of_thread, milliseconds(5));
  EXPECT_LT(end.of_thread - begin.of_thread, milliseconds(20));
  EXPECT_GE(end.of_process - begin.of_process, milliseconds(25));
}

TEST(CpuTimes, WaitingCostsNothing) {
  const CpuTimes begin = cpu_times();
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_LT(cpu_times().of_thread - begin.of_thread, milliseconds(25));
}

}  // namespace
}  // namespace ncf::base
