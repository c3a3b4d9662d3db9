// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// For work that reports something when a signal ends it. Other work just ends with the signal.
#pragma once

#include "ncf/stop.hpp"

namespace ncf::apps {

/// While it lives, SIGINT, SIGTERM and SIGHUP request a stop instead of ending the program. Only
/// one object may live at a time.
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
