// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/machine.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/refused_call.hpp"

namespace ncf::base {
namespace {

TEST(ThreadCount, IsThatOfProcessorsUnlessStated) {
  EXPECT_EQ(thread_count({}), processor_count());
  EXPECT_EQ(thread_count(1), 1U);
  EXPECT_EQ(thread_count(1024), 1024U);
}

TEST(ThreadCount, RefusesNoneAndTooMany) {
  EXPECT_EQ(test::error_of([] { (void)thread_count(0); }).code(), ErrorCode::usage);
  EXPECT_EQ(test::error_of([] { (void)thread_count(1025); }).message(),
            "threads must be from 1 to 1024, not 1025");
}

TEST(Machine, ThereIsAlwaysAProcessor) {
  test::with_refused({SYS_sched_getaffinity}, EPERM, [] { EXPECT_GE(processor_count(), 1U); });
}

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

/// A folder of control groups, each file with a limit.
class Groups {
 public:
  void limit(const std::string& file, const std::string& text) {
    std::filesystem::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text << '\n';
  }
  [[nodiscard]] std::optional<std::uint64_t> memory(std::string_view groups) const {
    return group_memory_bytes(groups, root_.path());
  }

 private:
  test::TemporaryFolder root_;
};

TEST(Machine, TheLeastOfAGroupAndThoseAboveItCounts) {
  Groups groups;
  EXPECT_EQ(groups.memory("0::/a/b\n"), std::nullopt);
  groups.limit("a/b/memory.max", "max");
  EXPECT_EQ(groups.memory("0::/a/b\n"), std::nullopt);
  groups.limit("a/memory.max", "3000");
  EXPECT_EQ(groups.memory("0::/a/b\n"), 3000U);
  EXPECT_EQ(groups.memory("0::/a/b"), 3000U);
  EXPECT_EQ(groups.memory("0::/\n"), std::nullopt);
  groups.limit("a/b/memory.max", "2000");
  EXPECT_EQ(groups.memory("0::/a/b\n"), 2000U);
  EXPECT_EQ(groups.memory("0::/a/b/c:d\n"), 2000U);
}

TEST(Machine, InAContainerItsGroupIsTheRoot) {
  Groups groups;
  groups.limit("memory.max", "1000");
  EXPECT_EQ(groups.memory("0::/\n"), 1000U);
  EXPECT_EQ(groups.memory("0::/docker/0123\n"), 1000U);
}

TEST(Machine, GroupsOfVersionOneHaveTheirOwnTree) {
  Groups groups;
  groups.limit("memory/memory.limit_in_bytes", "9223372036854771712");
  groups.limit("memory/job/memory.limit_in_bytes", "4000");
  groups.limit("job/memory.max", "1");
  const std::string text = "5:cpu,cpuacct:/job\n4:hugetlb,memory:/job\n1:name=systemd:/job\n";
  EXPECT_EQ(groups.memory(text), 4000U);
  EXPECT_EQ(groups.memory("4:memory:/other\n"), 9223372036854771712U);
  EXPECT_EQ(groups.memory("4:memory_not:/job\n4\n:\n\n"), std::nullopt);
}

TEST(Machine, HasMemory) { EXPECT_GT(machine_memory_bytes(), std::uint64_t{64} << 20U); }

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
