// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <utility>

#include "base/early_end.hpp"
#include "base/signals_held_back.hpp"
#include "base/unfinished_outputs.hpp"

namespace ncf::base {
namespace {

using Clock = std::chrono::steady_clock;

// Said last, as work_returned. Both are known also where the process has the system forget its
// children (SIGCHLD ignored) and there is no exit status.
constexpr char work_threw = '\x15';

void write_whole(int file, const std::string& text) noexcept {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno != EINTR) return;
    if (count > 0) written += static_cast<std::size_t>(count);
  }
}

// A plugin's words are not ours, and a crash shall leave no core file.
void be_quiet() noexcept {
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
}

// Handlers of the parent are not for the child's signals, nor is it a child's business which
// signals the parent had blocked.
void reset_signals() noexcept {
  for (int signal = 1; signal < SIGRTMIN; ++signal) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    std::signal(signal, SIG_DFL);
  }
  // SIGUSR1 asks the parent for its progress, and may be sent to all processes of a program. SIGIO
  // says that another program opens a file on which this one holds a lease.
  for (const int signal : {SIGUSR1, SIGIO}) std::signal(signal, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

// Leaves without what the process does at its end: it is the parent's to do.
[[noreturn]] void work_as_child(const std::function<std::string()>& work,
                                const ParentProcess& parent) {
  be_quiet();
  reset_signals();
  parent.attach();
  try {
    write_whole(parent.pipe, work() + work_returned);
  } catch (const std::exception& error) {
    write_whole(parent.pipe, std::string(error.what()) + work_threw);
  }
  ::_exit(0);
}

/// status: as of waitpid; empty if the system does not tell.
std::string how_it_ended(std::optional<int> status) {
  if (!status) return "ends the process";
  if (!WIFSIGNALED(*status)) {
    return fmt::format("ends the process (exit status {})", WEXITSTATUS(*status));
  }
  return fmt::format("crashes ({})", strsignal(WTERMSIG(*status)));
}

/// said: all that the child has said.
ChildResult result_of(std::string said, std::optional<int> status) {
  const char last = said.empty() ? '\0' : said.back();
  const bool was_killed = status && WIFSIGNALED(*status);
  if (was_killed || (last != work_returned && last != work_threw)) {
    return {{}, how_it_ended(status), parse_early_end(said).library};
  }
  said.pop_back();
  return last == work_returned ? ChildResult{std::move(said), {}, {}}
                               : ChildResult{{}, std::move(said), {}, /*has_thrown=*/true};
}

}  // namespace

ChildProcess::ChildProcess(const std::function<std::string()>& work) {
  const SignalsHeldBack held_back;  // from the child, until its handlers are not the parent's
  ForkedProcess child =
      fork_process([&](const ParentProcess& parent) { work_as_child(work, parent); });
  id_ = child.id;
  pipe_ = std::move(child.pipe);
}

ChildProcess::~ChildProcess() {
  pipe_.reset();
  if (id_ < 0) return;
  ::kill(id_, SIGKILL);
  wait();
}

bool ChildProcess::read_some() {
  if (pipe_ && !append_some(pipe_->id(), text_)) pipe_.reset();
  return pipe_.has_value();
}

/// Does not wait for it as `wait` does.
bool ChildProcess::has_ended_within(std::chrono::milliseconds limit) const noexcept {
  constexpr std::chrono::milliseconds step{10};
  for (auto waited = step; waited <= limit; waited += step) {
    siginfo_t ended{};
    const int status = ::waitid(P_PID, static_cast<id_t>(id_), &ended, WEXITED | WNOHANG | WNOWAIT);
    if ((status == 0 && ended.si_pid == id_) || (status < 0 && errno == ECHILD)) return true;
    ::poll(nullptr, 0, static_cast<int>(step.count()));
  }
  return false;
}

bool ChildProcess::kill() noexcept {
  ::kill(id_, SIGKILL);
  pipe_.reset();
  const bool is_dead = has_ended_within(std::chrono::seconds(2));
  if (is_dead) wait();
  id_ = -1;
  return is_dead;
}

// Its outputs are removed here and not by the child, which may have been killed.
std::optional<int> ChildProcess::wait() noexcept {
  int status = 0;
  pid_t waited = -1;
  do {
    waited = ::waitpid(id_, &status, 0);
  } while (waited < 0 && errno == EINTR);
  remove_outputs_of(id_);
  id_ = -1;
  return waited < 0 ? std::nullopt : std::optional(status);
}

ChildResult ChildProcess::finish() {
  while (read_some()) {
  }
  return result_of(std::move(text_), wait());
}

ChildResult ChildProcess::finish_within(std::chrono::milliseconds limit) {
  const Clock::time_point end = Clock::now() + limit;
  while (pipe_) {
    if (!wait_to_read(pipe_->id(), end)) {
      kill();
      return {{},
              fmt::format("does not come back within {:g} seconds",
                          std::chrono::duration<double>(limit).count()),
              {}};
    }
    read_some();
  }
  return result_of(std::move(text_), wait());
}

ChildResult run_in_child(const std::function<std::string()>& work,
                         std::chrono::milliseconds limit) {
  return ChildProcess(work).finish_within(limit);
}

}  // namespace ncf::base
