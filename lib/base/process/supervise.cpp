// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/supervise.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "base/output/unfinished_outputs.hpp"
#include "base/process/forked_process.hpp"

namespace ncf {
namespace {

using Clock = std::chrono::steady_clock;

// Time for a child to report its results and to give its output its name.
constexpr std::chrono::seconds grace{10};

/// Returns whether a process can wait for a signal that would end it, or that job control sends.
bool can_await(int signal) {
  constexpr std::array others{SIGKILL, SIGSTOP, SIGTTIN, SIGTTOU, SIGCHLD, SIGURG, SIGWINCH};
  return std::find(others.begin(), others.end(), signal) == others.end();
}

/// Returns the signals to wait for: the child's end, and those that would end, stop or continue
/// this process. A crash of this process itself still ends it, because the system then does not
/// wait.
sigset_t awaited_signals() {
  sigset_t blocked;
  ::sigprocmask(SIG_BLOCK, nullptr, &blocked);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    struct sigaction action {};
    // The C library reserves some signals.
    if (!can_await(signal) || ::sigaction(signal, nullptr, &action) != 0) continue;
    // Under nohup, SIGHUP is ignored and must stay so; a signal that is blocked ends no process.
    if (action.sa_handler != SIG_IGN && sigismember(&blocked, signal) == 0) {
      sigaddset(&signals, signal);
    }
  }
  return signals;
}

/// Returns the status of the work. If an exception left this function, two processes would continue
/// with the caller. `noexcept` would also stop a plugin's pthread_exit, which unwinds the stack and
/// is not a crash.
int status_of(const std::function<int()>& work) {
  try {
    return work();
  } catch (const std::exception&) {
    std::terminate();
  }
}

[[noreturn]] void work_as_child(const std::function<int()>& work,
                                const base::ParentProcess& parent) {
  parent.attach();
  const int status = status_of(work);
  const std::array<char, 2> said{base::work_returned, static_cast<char>(status)};
  [[maybe_unused]] const ssize_t written = ::write(parent.socket, said.data(), said.size());
  base::end_is_due();
  std::exit(status);
}

/// Returns the next awaited signal; 0 if there is none until `end`.
int next_signal(const sigset_t& awaited, std::optional<Clock::time_point> end) {
  if (!end) return std::max(0, ::sigwaitinfo(&awaited, nullptr));
  const auto left = std::max(Clock::duration::zero(), *end - Clock::now());
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
  const timespec limit{static_cast<time_t>(seconds.count()),
                       static_cast<long>(std::chrono::nanoseconds(left - seconds).count())};
  return std::max(0, ::sigtimedwait(&awaited, nullptr, &limit));
}

/// Stops the child and this process, and continues the child when this process is continued.
void stop_with(pid_t child) {
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  ::kill(child, SIGTSTP);
  ::raise(SIGTSTP);
  ::sigprocmask(SIG_UNBLOCK, &stop, nullptr);  // this process stops here
  ::sigprocmask(SIG_BLOCK, &stop, nullptr);
  ::kill(child, SIGCONT);
}

/// Passes a signal on to the child. A crash signal sent to this process does not mean that the
/// child crashed, so its crash handler must not run: it might wait for a lock that the child holds.
void pass_on(int signal, pid_t child) { ::kill(child, base::is_crash(signal) ? SIGKILL : signal); }

struct ChildEnd {
  int status = 0;  ///< from waitpid
  int caught = 0;  ///< the first signal that arrived here
};

/// Waits for the child, and passes on the first signal that should end it. Most children then end
/// at once.
ChildEnd wait_for(pid_t child, const sigset_t& awaited) {
  ChildEnd end;
  std::optional<Clock::time_point> patience;
  std::uint64_t progress = 0;
  while (::waitpid(child, &end.status, WNOHANG) == 0) {
    const int signal = next_signal(awaited, patience);
    if (signal == SIGTSTP) {
      stop_with(child);
    } else if (signal == SIGCONT || signal == SIGUSR1) {
      ::kill(child, signal);  // SIGUSR1 asks the child for its progress, if it handles it
    } else if (end.caught == 0 && signal != 0 && signal != SIGCHLD) {
      end.caught = signal;
      pass_on(signal, child);
      patience = Clock::now() + grace;
    } else if (patience && base::removal_progress() != progress) {
      progress = base::removal_progress();
      patience = Clock::now() + grace;
    } else if (patience && Clock::now() >= *patience) {
      ::kill(child, SIGKILL);
      patience.reset();
    }
  }
  return end;
}

/// Returns what the child has reported. Unless it reported that its work returned, this waits for
/// the end of its own children, which hold the socket too and die with it.
std::string read_all(int socket) {
  std::string said;
  const auto end = Clock::now() + grace;
  while (!said.starts_with(base::work_returned) && base::wait_to_read(socket, end)) {
    if (!base::append_some(socket, said)) break;
  }
  return said;
}

SupervisedEnd describe(const ChildEnd& end, const std::string& said) {
  SupervisedEnd described;
  base::EarlyEnd early = base::parse_early_end(said);
  described.library = std::move(early.library);
  described.is_plugin = early.is_plugin;
  const bool is_killed = WIFSIGNALED(end.status);
  const bool is_crash = is_killed && base::is_crash(WTERMSIG(end.status));
  if (said.size() > 1 && said.front() == base::work_returned && !is_crash) {
    // A library may end the process with another status when it is unloaded.
    const int returned = static_cast<unsigned char>(said[1]);
    described.status = returned != 0 || is_killed ? returned : WEXITSTATUS(end.status);
  } else if (is_killed) {
    described.signal = is_crash || end.caught == 0 ? WTERMSIG(end.status) : end.caught;
    described.is_crash = is_crash;
  }
  return described;
}

}  // namespace

SupervisedEnd supervise(const std::function<int()>& work) {
  base::share_unfinished_outputs();
  std::signal(SIGCHLD, SIG_DFL);  // if it were ignored, there would be no exit status
  const sigset_t awaited = awaited_signals();
  sigset_t before;
  ::sigprocmask(SIG_BLOCK, &awaited, &before);
  const base::ForkedProcess child = base::fork_process([&](const base::ParentProcess& parent) {
    std::signal(SIGUSR1, SIG_IGN);  // until the work can answer it
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    work_as_child(work, parent);
  });
  const ChildEnd end = wait_for(child.id, awaited);
  const std::string said = read_all(child.socket.id());
  base::remove_unfinished_outputs();
  SupervisedEnd described = describe(end, said);
  described.complete_outputs = base::complete_outputs();
  described.incomplete_outputs = base::incomplete_outputs();
  described.left_on_servers = base::left_on_servers();
  return described;
}

}  // namespace ncf
