// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/process/child_process.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/files/paths.hpp"
#include "base/output/pending_output.hpp"
#include "base/output/unfinished_outputs.hpp"
#include "base/process/forked_process.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/refused_call.hpp"

namespace ncf::base {
namespace {

TEST(ChildProcess, HandsBackWhatTheWorkReturns) {
  const std::string large(std::size_t{1} << 20, 'x');  // more than a pipe holds
  const ChildResult result = run_in_child([&] { return large; });
  EXPECT_EQ(result.text, large);
  EXPECT_EQ(result.failure, "");
}

/// Messages of any number and length are exchanged while neither waits for the other.
TEST(ChildProcess, ExchangesMessagesDuringATask) {
  ChildProcess child([](const std::string& task, ParentOfChild& parent) {
    std::size_t taken = 0;
    while (taken < 100) {
      if (const auto message = parent.take()) {
        parent.send(task + *message);
        ++taken;
      }
    }
    return std::to_string(taken);
  });
  for (const std::string task : {"first", "second"}) {
    ASSERT_TRUE(child.begin(task));
    for (std::size_t i = 0; i < 110; ++i)
      child.send(std::string(i * 1000, 'x'));  // more than asked
    std::vector<std::string> messages;
    std::optional<ChildResult> result;
    while (!result) {
      if (wait_to_read(child.descriptor(),
                       std::chrono::steady_clock::now() + std::chrono::milliseconds(1))) {
        result = child.read_some();
      }
      for (std::string& message : child.take_messages()) messages.push_back(std::move(message));
    }
    EXPECT_EQ(result->text, "100");
    ASSERT_EQ(messages.size(), 100U);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      EXPECT_EQ(messages[i], task + std::string(i * 1000, 'x'));
    }
  }
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
}

// The waiting process measures the time, whatever the child and its ancestors do with signals.
TEST(ChildProcess, TakesOnlyItsTime) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  const ChildResult result = run_in_child(
      []() -> std::string {
        sigset_t every;
        sigfillset(&every);
        ::pthread_sigmask(SIG_BLOCK, &every, nullptr);
        for (;;) ::pause();
      },
      std::chrono::milliseconds(50));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(result.failure, "does not come back within 0.05 seconds");
}

TEST(ChildProcess, IsEndedBySignalsThatThisProcessBlocks) {
  sigset_t alarm;
  sigset_t before;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  ::pthread_sigmask(SIG_BLOCK, &alarm, &before);
  const std::string failure = run_in_child([]() -> std::string {
                                std::raise(SIGALRM);
                                return "not reached";
                              }).failure;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(failure, "crashes (Alarm clock)");
}

TEST(ChildProcess, LeavesNoUnfinishedOutput) {
  const test::TemporaryFolder folder;
  share_unfinished_outputs();
  const PendingFile own(folder / "own");
  std::ofstream(own.temporary()) << "half";
  for (const int signal : {0, SIGKILL, SIGSEGV}) {
    run_in_child([&]() -> std::string {
      const PendingFile pending(folder / "out");
      std::ofstream(pending.temporary()) << "half";
      if (signal == 0) ::_exit(0);
      std::signal(signal, SIG_DFL);
      std::raise(signal);
      return "not reached";
    });
    EXPECT_EQ(names_in(folder.path()), std::vector{own.temporary().filename().string()});
  }
}

// A program may be started with SIGCHLD ignored, and then the system keeps no exit status of its
// children.
TEST(ChildProcess, TellsHowTheWorkEndedWhereSigchldIsIgnored) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  const ChildResult returned = run_in_child([] { return std::string("done"); });
  EXPECT_EQ(returned.text, "done");
  EXPECT_EQ(returned.failure, "");
  EXPECT_EQ(run_in_child([]() -> std::string { throw std::runtime_error("too bad"); }).failure,
            "too bad");
  EXPECT_EQ(run_in_child([]() -> std::string { ::_exit(0); }).failure, "ends the process");
  std::signal(SIGCHLD, before);
}

TEST(ChildProcess, WorkMayReturnNothing) {
  const ChildResult result = run_in_child([] { return std::string(); });
  EXPECT_EQ(result.text, "");
  EXPECT_EQ(result.failure, "");
}

TEST(ChildProcess, WhereThereCanBeNoChild) {
  test::with_refused(test::process_calls, EAGAIN, [] {
    const Error error =
        test::error_of([] { run_in_child([] { return std::string("not reached"); }); });
    EXPECT_EQ(error.code(), ErrorCode::io);
    EXPECT_STREQ(error.what(), "fork: Resource temporarily unavailable");
  });
}

constexpr std::chrono::seconds long_enough{100};

TEST(ChildProcess, SeveralWorkAtATime) {
  std::vector<std::unique_ptr<ChildProcess>> children;
  for (int i = 0; i < 5; ++i) {
    children.push_back(
        std::make_unique<ChildProcess>([i](const std::string& task, ParentOfChild& /*parent*/) {
          return task + std::to_string(i);
        }));
    EXPECT_TRUE(children.back()->begin("child "));
  }
  for (int i = 5; i-- > 0;) {
    EXPECT_EQ(children[static_cast<std::size_t>(i)]->finish_within(long_enough).text,
              "child " + std::to_string(i));
  }
}

TEST(ChildProcess, DoesOneTaskAfterAnother) {
  int count = 0;
  ChildProcess child([&count](const std::string& task, ParentOfChild& /*parent*/) -> std::string {
    if (task == "throw") throw std::runtime_error("too bad");
    if (task == "end") ::_exit(7);
    return task + std::to_string(++count);
  });
  const auto result_of = [&child](const std::string& task) {
    EXPECT_TRUE(child.begin(task));
    return child.finish_within(long_enough);
  };
  const std::string large(std::size_t{1} << 20, 'x');
  EXPECT_EQ(result_of(large).text, large + "1");
  EXPECT_EQ(result_of("throw").failure, "too bad");
  EXPECT_EQ(result_of("").text, "2");
  EXPECT_EQ(result_of("end").failure, "ends the process (exit status 7)");
  EXPECT_FALSE(child.begin(""));
}

TEST(ChildProcess, MayBeKilledBetweenTasks) {
  ChildProcess child([](const std::string& /*task*/, ParentOfChild& /*parent*/) {
    return std::to_string(::getpid());
  });
  EXPECT_TRUE(child.begin(""));
  const pid_t id = std::stoi(child.finish_within(long_enough).text);
  ::kill(id, SIGKILL);
  siginfo_t ended{};
  ::waitid(P_PID, static_cast<id_t>(id), &ended, WEXITED | WNOWAIT);
  EXPECT_FALSE(child.begin(std::string(std::size_t{1} << 20, 'x')));
}

TEST(ChildProcess, EndsWhenNobodyWaitsForIt) {
  const auto begin = std::chrono::steady_clock::now();
  {
    ChildProcess child([](const std::string& /*task*/, ParentOfChild& /*parent*/) {
      std::signal(SIGTERM, SIG_IGN);
      ::sleep(1000);
      return std::string("not reached");
    });
    EXPECT_TRUE(child.begin({}));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(900));
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
}  // namespace ncf::base
