// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/crash_handler.hpp"

#include <unistd.h>

#include <array>
#include <csignal>

#include "ncf/stop.hpp"

namespace ncf::apps {
namespace {

std::string message;
std::array<char, 1U << 16U> stack;  // the usual one may be what is at its end

void on_crash(int signal) {
  remove_unfinished_outputs();
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, message.data(), message.size());
  ::raise(signal);  // by SA_RESETHAND not handled again
}

}  // namespace

void install_crash_handler(const std::string& name) {
  message = name +
            ": crashed, which a damaged input or a lack of memory can do to libhdf5; unfinished "
            "outputs were removed\n";
  stack_t alternative{};
  alternative.ss_sp = stack.data();
  alternative.ss_size = stack.size();
  ::sigaltstack(&alternative, nullptr);

  struct sigaction action {};
  action.sa_handler = on_crash;
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
  for (const int signal : std::array{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_DFL) ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace ncf::apps
