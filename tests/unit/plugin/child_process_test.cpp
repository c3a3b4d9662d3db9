// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/child_process.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <stdexcept>

namespace ncf::plugin {
namespace {

TEST(ChildProcess, HandsBackWhatTheWorkReturns) {
  const std::string large(std::size_t{1} << 20, 'x');  // more than a pipe holds
  const ChildResult result = run_in_child([&] { return large; });
  EXPECT_EQ(result.text, large);
  EXPECT_EQ(result.failure, "");
}

TEST(ChildProcess, LeavesThisProcessAsItWas) {
  int counter = 0;
  run_in_child([&] { return std::to_string(++counter); });
  EXPECT_EQ(counter, 0);
}

TEST(ChildProcess, SaysHowTheWorkEnded) {
  EXPECT_EQ(run_in_child([]() -> std::string { throw std::runtime_error("too bad"); }).failure,
            "too bad");
  EXPECT_EQ(run_in_child([]() -> std::string { ::_exit(7); }).failure,
            "ends the process (exit status 7)");
  EXPECT_EQ(run_in_child([]() -> std::string { ::_exit(0); }).failure,
            "ends the process (exit status 0)");
  EXPECT_EQ(run_in_child([]() -> std::string {
              std::raise(SIGKILL);
              return "not reached";
            }).failure,
            "crashes (Killed)");
  EXPECT_EQ(run_in_child([]() -> std::string {
              std::raise(SIGALRM);
              return "not reached";
            }).failure,
            "does not come back within 20 seconds");
}

TEST(ChildProcess, PrintsNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  run_in_child([] {
    std::fputs("a plugin talks", stdout);
    std::fputs("a plugin complains", stderr);
    std::fflush(stdout);
    return std::string("done");
  });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace ncf::plugin
