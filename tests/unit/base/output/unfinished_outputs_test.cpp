// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "base/files/paths.hpp"
#include "base/output/pending_output.hpp"
#include "base/output/unfinished_outputs.hpp"
#include "support/files.hpp"

namespace ncf::base {
namespace {

[[noreturn]] void kill_group_with_output(const std::filesystem::path& target) {
  ::setpgid(0, 0);
  share_unfinished_outputs();
  remove_outputs_even_if_group_is_killed();
  const PendingFile pending(target);
  std::ofstream(pending.temporary()) << "half";
  ::kill(0, SIGKILL);
  ::_exit(1);
}

TEST(OutlastingRemoval, RemovesTheOutputOfAKilledGroup) {
  const test::TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) kill_group_with_output(folder / "out");
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!names_in(folder.path()).empty() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

}  // namespace
}  // namespace ncf::base
