// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A child process that crashes, or that a library ends by exit(), reports before it ends in which
// library that happened. It does not clean up; its parent does, whose stack, locks and memory are
// in order.
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

/// Call it at the start of a child: from now on, a text is written to `descriptor` if the process
/// crashes or exits early. The handlers of a sanitizer are kept.
void report_early_end(int descriptor);

/// Calls `load`. The libraries that it loads are not plugins.
void load_own_libraries(const std::function<void()>& load);

/// Marks the work as done: an exit is no longer early.
void end_is_due() noexcept;

/// Finds that text at the end of everything that a child has sent.
EarlyEnd parse_early_end(std::string_view said);

/// Returns whether a signal means a crash.
bool is_crash(int signal) noexcept;

}  // namespace ncf::base
