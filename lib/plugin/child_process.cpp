// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>

#include "ncf/error.hpp"

namespace ncf::plugin {
namespace {

constexpr unsigned most_seconds = 20;

// How a child ends whose work threw; the message is then what it wrote.
constexpr int work_threw = 3;

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) noexcept : number_(number) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { close(); }

  void close() noexcept {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

void write_whole(int file, const std::string& text) noexcept {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno != EINTR) return;
    if (count > 0) written += static_cast<std::size_t>(count);
  }
}

std::string read_whole(int file) {
  std::string text;
  std::array<char, 4096> piece{};
  while (true) {
    const ssize_t count = ::read(file, piece.data(), piece.size());
    if (count > 0) text.append(piece.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return text;
  }
}

// A plugin's words and a crash handler's are not ours, and a crash shall leave no core file. The
// signals are the system's again: handlers of the program would take an end for its own.
void prepare_child() noexcept {
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  for (const int signal :
       {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    std::signal(signal, SIG_DFL);
  }
  ::alarm(most_seconds);
}

// Leaves without what the process does at its end: it is the parent's to do.
[[noreturn]] void work_as_child(const std::function<std::string()>& work, int result) {
  prepare_child();
  try {
    write_whole(result, work());
  } catch (const std::exception& error) {
    write_whole(result, error.what());
    ::_exit(work_threw);
  }
  ::_exit(0);
}

std::string how_it_ended(int status, const std::string& text) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return signal == SIGALRM ? fmt::format("does not come back within {} seconds", most_seconds)
                             : fmt::format("crashes ({})", strsignal(signal));
  }
  if (WEXITSTATUS(status) == 0 && !text.empty()) return {};
  if (WEXITSTATUS(status) == work_threw) return text;
  return fmt::format("ends the process (exit status {})", WEXITSTATUS(status));
}

[[noreturn]] void throw_system_error(const char* call) {
  throw Error(ErrorCode::io, fmt::format("{}: {}", call, std::strerror(errno)));
}

}  // namespace

ChildResult run_in_child(const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw_system_error("pipe");
  FileDescriptor reading(ends[0]);
  FileDescriptor writing(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) throw_system_error("fork");
  if (child == 0) work_as_child(work, writing.number());
  writing.close();
  ChildResult result;
  result.text = read_whole(reading.number());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw_system_error("waitpid");
  }
  result.failure = how_it_ended(status, result.text);
  return result;
}

}  // namespace ncf::plugin
