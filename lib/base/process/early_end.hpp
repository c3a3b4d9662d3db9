// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A child process that crashes, or that a library ends by exit(), says before it is gone in which
// library that happened. It does not clean up: its parent does, which has a whole stack, no lock
// taken and memory in order.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace ncf::base {

/// The library that ended a process.
struct EarlyEnd {
  std::string library;     ///< its path; empty if unknown
  bool is_plugin = false;  ///< it was loaded while the process worked
};

/// To be called at the start of a child: from now on, `descriptor` gets a text when the process
/// crashes or exits early. A sanitizer's handlers stay.
void report_early_end(int descriptor);

/// Calls `load`. The libraries that it loads are not plugins.
void load_own_libraries(const std::function<void()>& load);

/// Marks the work as done: an exit is no longer early.
void end_is_due() noexcept;

/// Finds that text at the end of all that a child has said.
EarlyEnd parse_early_end(std::string_view said);

/// "crashes" for a signal that says so.
bool is_crash(int signal) noexcept;

}  // namespace ncf::base
