// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/process/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string_view>
#include <utility>

#include "base/output/unfinished_outputs.hpp"
#include "base/process/forked_process.hpp"
#include "base/text/messages.hpp"
#include "base/threads/stop.hpp"

namespace ncf::base {
namespace {

using Clock = std::chrono::steady_clock;

// The message of an exception begins with this, as a result begins with work_returned. They are
// needed because there is no exit status if the process ignores SIGCHLD.
constexpr char work_threw = '\x15';

// Kinds of the other data.
constexpr char task_kind = '\x01';
constexpr char message_kind = '\x02';

// All data begin with their kind and the length of their text.
using Length = std::uint64_t;
constexpr std::size_t head_bytes = 1 + sizeof(Length);

bool send_whole(int socket, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::array<char, head_bytes> head_of(char kind, const std::string& text) noexcept {
  const Length length = text.size();
  std::array<char, head_bytes> head{kind};
  std::memcpy(head.data() + 1, &length, sizeof length);
  return head;
}

bool send_text(int socket, char kind, const std::string& text) noexcept {
  const auto head = head_of(kind, text);
  return send_whole(socket, {head.data(), head.size()}) && send_whole(socket, text);
}

/// Returns the text at the beginning of `bytes`, if it is complete.
std::optional<std::string_view> find_text(std::string_view bytes) noexcept {
  Length length = 0;
  if (bytes.size() < head_bytes) return std::nullopt;
  std::memcpy(&length, bytes.data() + 1, sizeof length);
  bytes.remove_prefix(head_bytes);
  if (bytes.size() < length) return std::nullopt;
  return bytes.substr(0, length);
}

/// Takes the text at the beginning of `bytes`, if it is of this kind and complete.
std::optional<std::string> take_text(std::string& bytes, char kind) {
  if (!bytes.starts_with(kind)) return std::nullopt;
  const auto found = find_text(bytes);
  if (!found) return std::nullopt;
  std::string text(*found);
  bytes.erase(0, head_bytes + text.size());
  return text;
}

// Discards what plugins print, and prevents core files of crashes.
void be_quiet() noexcept {
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
}

// Resets the signal handlers and the signal mask that the child inherited from its parent.
void reset_signals() noexcept {
  for (int signal = 1; signal < SIGRTMIN; ++signal) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    std::signal(signal, SIG_DFL);
  }
  // SIGUSR1 asks the parent for its progress, and may be sent to all processes of a program. SIGIO
  // reports that another program opens a file on which this one holds a lease.
  for (const int signal : {SIGUSR1, SIGIO}) std::signal(signal, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

/// Does a task and sends the result. Returns false if the parent does not receive it.
bool do_task(const ChildProcess::Work& work, const std::string& task, int socket,
             ParentOfChild& parent) {
  char kind = work_returned;
  std::string answer;
  try {
    answer = work(task, parent);
  } catch (const std::exception& error) {
    kind = work_threw;
    answer = error.what();
  }
  return send_text(socket, kind, answer);
}

// Leaves without the exit handlers of the process, which are for the parent.
[[noreturn]] void work_as_child(const ChildProcess::Work& work, const ParentProcess& parent) {
  be_quiet();
  reset_signals();
  parent.attach();
  ParentOfChild line(parent.socket);
  while (const auto task = line.await_task()) {
    if (!do_task(work, *task, parent.socket, line)) break;
  }
  ::_exit(0);
}

/// Describes how a process ended. status: from waitpid; empty if it is unknown.
std::string how_it_ended(std::optional<int> status) {
  if (!status) return "ends the process";
  if (!WIFSIGNALED(*status)) {
    return fmt::format("ends the process (exit status {})", WEXITSTATUS(*status));
  }
  return fmt::format("crashes ({})", strsignal(WTERMSIG(*status)));
}

}  // namespace

// ---- The child ----------------------------------------------------------------------------------

void ParentOfChild::send(const std::string& message) noexcept {
  (void)send_text(socket_, message_kind, message);  // this process ends with its parent
}

std::optional<std::string> ParentOfChild::take() {
  std::array<char, 4096> piece{};
  for (;;) {
    const ssize_t count = ::recv(socket_, piece.data(), piece.size(), MSG_DONTWAIT);
    if (count > 0) bytes_.append(piece.data(), static_cast<std::size_t>(count));
    if (count < static_cast<ssize_t>(piece.size())) break;
  }
  return take_text(bytes_, message_kind);
}

std::optional<std::string> ParentOfChild::await_task() {
  for (;;) {
    while (take_text(bytes_, message_kind)) continue;  // for the last task
    if (auto task = take_text(bytes_, task_kind)) return task;
    if (!append_some(socket_, bytes_)) return std::nullopt;
  }
}

// ---- The parent ---------------------------------------------------------------------------------

ChildProcess::ChildProcess(const Work& work) {
  const ScopedSignalBlock block;  // for the child, until it has reset the handlers
  ForkedProcess child =
      fork_process([&](const ParentProcess& parent) { work_as_child(work, parent); });
  id_ = child.id;
  socket_ = std::move(child.socket);
}

ChildProcess::~ChildProcess() {
  socket_.reset();
  if (id_ < 0) return;
  ::kill(id_, SIGKILL);
  wait();
}

bool ChildProcess::begin(const std::string& task) noexcept {
  if (!socket_ || !send_whole(socket_->id(), std::exchange(waiting_, {}))) return false;
  return send_text(socket_->id(), task_kind, task);
}

void ChildProcess::send(const std::string& message) noexcept {
  const auto head = head_of(message_kind, message);
  waiting_.append(head.data(), head.size()).append(message);
  send_waiting();
}

void ChildProcess::send_waiting() noexcept {
  while (socket_ && !waiting_.empty()) {
    const ssize_t count =
        ::send(socket_->id(), waiting_.data(), waiting_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count <= 0) return;
    waiting_.erase(0, static_cast<std::size_t>(count));
  }
}

std::vector<std::string> ChildProcess::take_messages() {
  send_waiting();
  return std::exchange(messages_, {});
}

std::optional<ChildResult> ChildProcess::read_some() {
  if (socket_ && append_some(socket_->id(), text_)) {
    while (auto message = take_text(text_, message_kind)) messages_.push_back(*std::move(message));
    return take_answer();
  }
  socket_.reset();
  return ChildResult{{}, how_it_ended(wait()), parse_early_end(text_).library};
}

std::optional<ChildResult> ChildProcess::take_answer() {
  const std::string_view said = text_;
  const bool has_thrown = said.starts_with(work_threw);
  if (!has_thrown && !said.starts_with(work_returned)) return std::nullopt;
  const auto message = find_text(said);
  if (!message) return std::nullopt;
  ChildResult result;
  (has_thrown ? result.failure : result.text) = *message;
  result.has_thrown = has_thrown;
  text_.clear();
  return result;
}

/// Returns whether the child has ended, without waiting for it as `wait` does.
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
  socket_.reset();
  const bool is_dead = has_ended_within(std::chrono::seconds(2));
  if (is_dead) wait();
  id_ = -1;
  return is_dead;
}

// The outputs of the child are removed here, because it may have been killed.
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

ChildResult ChildProcess::finish_within(std::chrono::milliseconds limit) {
  const Clock::time_point end = Clock::now() + limit;
  while (!socket_ || wait_to_read(socket_->id(), end)) {
    if (auto result = read_some()) return *std::move(result);
  }
  kill();
  return {{},
          "does not come back within " +
              format_count(std::chrono::duration<double>(limit).count(), "second"),
          {}};
}

ChildResult run_in_child(const std::function<std::string()>& work,
                         std::chrono::milliseconds limit) {
  ChildProcess child(
      [&work](const std::string& /*task*/, ParentOfChild& /*parent*/) { return work(); });
  (void)child.begin({});  // if it has ended, the result shows how
  return child.finish_within(limit);
}

}  // namespace ncf::base
