// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A fork of this process, connected to it by a socket. A child that crashes, or that a library ends
// by exit(), reports before it ends in which library that happened. It does not clean up; its
// parent does, whose stack, locks and memory are in order.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "base/files/descriptor.hpp"

namespace ncf::base {

/// The message of a child whose work has returned; an exit status does not prove that, because
/// any library can exit.
constexpr char work_returned = '\x06';  // ACK in ASCII

/// The child's view of its parent.
struct ParentProcess {
  pid_t id = 0;
  int socket = -1;

  /// Call it when the child has set its signal handlers. From then on the child ends with its
  /// parent, by SIGKILL, and writes a text to the socket if it crashes or exits early. The handlers
  /// of a sanitizer are kept.
  void attach() const;
};

struct ForkedProcess {
  pid_t id = 0;
  Descriptor socket;  ///< ends when the child and its own children have ended
};

/// Forks a child that does `work`, which must not return. throws: Error(io).
ForkedProcess fork_process(const std::function<void(const ParentProcess&)>& work);

/// Waits until there is something to read, or the end of the socket. Returns false after `end`.
bool wait_to_read(int socket, std::chrono::steady_clock::time_point end);

/// Waits for something to read and appends it. Returns false at the end of the socket.
bool append_some(int socket, std::string& text);

// ---- The library that ended a process early -----------------------------------------------------

/// The library that ended a process.
struct EarlyEnd {
  std::string library;     ///< its path; empty if unknown
  bool is_plugin = false;  ///< it was loaded while the process worked
};

/// Calls `load`. The libraries that it loads are not plugins.
void load_own_libraries(const std::function<void()>& load);

/// Marks the work as done: an exit is no longer early.
void end_is_due() noexcept;

/// Finds the text about an early end at the end of everything that a child has sent.
EarlyEnd parse_early_end(std::string_view said);

/// Returns whether a signal means a crash.
bool is_crash(int signal) noexcept;

}  // namespace ncf::base
