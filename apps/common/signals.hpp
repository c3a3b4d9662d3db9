// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Handlers for signals that do not end a program at once.
#pragma once

#include "ncf/stop.hpp"

namespace ncf::apps {

/// SIGUSR1 asks for the progress. While this object exists, the signal does not end the program.
/// There may be one such object at a time.
class AskedBySignal {
 public:
  AskedBySignal();
  AskedBySignal(const AskedBySignal&) = delete;
  AskedBySignal& operator=(const AskedBySignal&) = delete;
  ~AskedBySignal();

  /// Returns whether the signal has arrived since the last call.
  [[nodiscard]] bool take() const noexcept;
};

/// For work that reports something when a signal ends it; other work just ends with the signal.
/// While this object exists, SIGINT, SIGTERM and SIGHUP request a stop instead of ending the
/// program. There may be one such object at a time.
class StopOnSignals {
 public:
  StopOnSignals();
  StopOnSignals(const StopOnSignals&) = delete;
  StopOnSignals& operator=(const StopOnSignals&) = delete;
  ~StopOnSignals();

  [[nodiscard]] const StopSource& source() const noexcept;

  /// Ends the program with the signal that requested the stop, if any.
  void die_of_signal() const;
};

}  // namespace ncf::apps
