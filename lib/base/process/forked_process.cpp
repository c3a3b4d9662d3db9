// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/process/forked_process.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/process/early_end.hpp"

namespace ncf::base {

void ParentProcess::attach() const {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != id) ::_exit(1);  // it died before this call
  report_early_end(socket);
}

ForkedProcess fork_process(const std::function<void(const ParentProcess&)>& work) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw_system_error(errno, "socketpair");
  }
  Descriptor own_end(ends[0]);
  const Descriptor end_of_child(ends[1]);
  const ParentProcess parent{::getpid(), end_of_child.id()};
  const pid_t child = ::fork();
  if (child < 0) throw_system_error(errno, "fork");
  if (child == 0) {
    own_end.close();
    work(parent);
    ::_exit(1);
  }
  return {child, std::move(own_end)};
}

bool wait_to_read(int socket, std::chrono::steady_clock::time_point end) {
  for (;;) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd awaited{socket, POLLIN, 0};
    if (::poll(&awaited, 1, static_cast<int>(left.count())) > 0) return true;
  }
}

bool append_some(int socket, std::string& text) {
  std::array<char, 4096> piece{};
  const ssize_t count = ::read(socket, piece.data(), piece.size());
  if (count > 0) text.append(piece.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

}  // namespace ncf::base
