// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The internal side of <ncf/stop.hpp>: work asks here whether to continue. A call of the library
// sets its stop source once, in a StopScope; the threads of its worker pools use the same. Signals
// wait during work that they must not interrupt.
#pragma once

#include <signal.h>

#include "ncf/stop.hpp"

namespace ncf::base {

/// While this object exists, `source` can stop the work of its thread. Null leaves this to the
/// enclosing scope.
class StopScope {
 public:
  explicit StopScope(const StopSource* source) noexcept;
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;
  ~StopScope();

 private:
  const StopSource* before_;
};

/// Returns the source that can stop the work of this thread; null if there is none.
const StopSource* current_stop() noexcept;

/// Call it between pieces of work. throws: Error(interrupted) after `request_stop`.
void throw_if_stopped();

/// Blocks all signals on this thread while it exists. Threads that are started meanwhile keep them
/// blocked. Signals that arrive are delivered afterwards.
class ScopedSignalBlock {
 public:
  ScopedSignalBlock() noexcept {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ScopedSignalBlock(const ScopedSignalBlock&) = delete;
  ScopedSignalBlock& operator=(const ScopedSignalBlock&) = delete;
  ~ScopedSignalBlock() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace ncf::base
