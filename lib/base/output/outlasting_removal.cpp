// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/outlasting_removal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "base/output/unfinished_outputs.hpp"

namespace ncf::base {
namespace {

/// Keeps nothing of the process that forked this one except the descriptor: a launcher waits until
/// all have closed its pipes.
void leave_parent(int& descriptor) {
  sigset_t all;
  sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int standard : {0, 1, 2}) ::dup2(nothing, standard);
  constexpr int first_free = 3;
  constexpr int most = 1024;  // no program has opened more so early
  descriptor = ::dup2(descriptor, first_free);
  for (int other = first_free + 1; other < most; ++other) ::close(other);
}

[[noreturn]] void remove_after_end(int read_end) {
  leave_parent(read_end);
  char none = 0;
  while (::read(read_end, &none, 1) < 0 && errno == EINTR) {
  }
  remove_unfinished_outputs();
  ::_exit(0);
}

}  // namespace

// The end of the pipe stays open until the system closes it: no earlier moment is the process's
// end.
void remove_outputs_even_if_group_is_killed() noexcept {
  std::array<int, 2> ends{};
  if (!shares_unfinished_outputs() || ::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  const pid_t child = ::fork();
  if (child >= 0) ::setpgid(child, 0);  // both do it, so that it is done when either continues
  if (child == 0) {
    ::close(ends[1]);
    remove_after_end(ends[0]);
  }
  ::close(ends[0]);
}

}  // namespace ncf::base
