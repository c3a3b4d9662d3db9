// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <optional>
#include <utility>

#include "base/system_error.hpp"

namespace ncf::base {
namespace {

constexpr unsigned max_seconds = 20;

// What a child says last, ASCII's words for it: how its work ended, known also where the process
// has the system forget its children (SIGCHLD ignored) and no exit status is to be had.
constexpr char work_returned = '\x06';
constexpr char work_threw = '\x15';

void write_whole(int file, const std::string& text) noexcept {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno != EINTR) return;
    if (count > 0) written += static_cast<std::size_t>(count);
  }
}

// A plugin's words and a crash handler's are not ours, and a crash shall leave no core file.
void be_quiet() noexcept {
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
}

// The signals are the system's again: handlers of the program would take an end for its own.
void end_when_late() noexcept {
  for (const int signal :
       {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    std::signal(signal, SIG_DFL);
  }
  ::alarm(max_seconds);
}

// Leaves without what the process does at its end: it is the parent's to do.
[[noreturn]] void work_as_child(const std::function<std::string()>& work, ChildEnd end,
                                int result) {
  be_quiet();
  if (end == ChildEnd::when_late) {
    end_when_late();
  } else {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  }
  try {
    write_whole(result, work() + work_returned);
  } catch (const std::exception& error) {
    write_whole(result, std::string(error.what()) + work_threw);
  }
  ::_exit(0);
}

/// status: as of waitpid; empty where the system does not tell.
std::string how_it_ended(std::optional<int> status) {
  if (!status) return "ends the process";
  if (!WIFSIGNALED(*status)) {
    return fmt::format("ends the process (exit status {})", WEXITSTATUS(*status));
  }
  const int signal = WTERMSIG(*status);
  return signal == SIGALRM ? fmt::format("does not come back within {} seconds", max_seconds)
                           : fmt::format("crashes ({})", strsignal(signal));
}

/// said: all that the child has said.
ChildResult result_of(std::string said, std::optional<int> status) {
  const char last = said.empty() ? '\0' : said.back();
  const bool was_killed = status && WIFSIGNALED(*status);
  if (was_killed || (last != work_returned && last != work_threw)) {
    return {{}, how_it_ended(status)};
  }
  said.pop_back();
  return last == work_returned ? ChildResult{std::move(said), {}}
                               : ChildResult{{}, std::move(said)};
}

}  // namespace

ChildProcess::ChildProcess(const std::function<std::string()>& work, ChildEnd end) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw_system_error(errno, "pipe");
  id_ = ::fork();
  if (id_ == 0) work_as_child(work, end, ends[1]);
  const int failure = errno;
  ::close(ends[1]);
  reading_ = ends[0];
  if (id_ > 0) return;
  close_reading();
  throw_system_error(failure, "fork");
}

ChildProcess::~ChildProcess() {
  close_reading();
  if (id_ < 0) return;
  ::kill(id_, SIGTERM);
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void ChildProcess::close_reading() noexcept {
  if (reading_ >= 0) ::close(reading_);
  reading_ = -1;
}

bool ChildProcess::read_some() {
  if (reading_ < 0) return false;
  std::array<char, 4096> piece{};
  const ssize_t count = ::read(reading_, piece.data(), piece.size());
  if (count > 0) text_.append(piece.data(), static_cast<std::size_t>(count));
  if (count == 0 || (count < 0 && errno != EINTR)) close_reading();
  return reading_ >= 0;
}

ChildResult ChildProcess::finish() {
  while (read_some()) {
  }
  int status = 0;
  pid_t waited = -1;
  do {
    waited = ::waitpid(id_, &status, 0);
  } while (waited < 0 && errno == EINTR);
  id_ = -1;
  return result_of(std::move(text_), waited < 0 ? std::nullopt : std::optional(status));
}

ChildResult run_in_child(const std::function<std::string()>& work) {
  return ChildProcess(work, ChildEnd::when_late).finish();
}

}  // namespace ncf::base
