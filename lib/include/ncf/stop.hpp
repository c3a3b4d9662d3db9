// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stops long work from another thread or a signal handler. A source stops only the calls whose
// options refer to it.
//
//   ncf::StopSource stop;
//   options.stop = &stop;
//   std::thread user([&] { wait_for_key(); stop.request_stop(); });
//   ncf::copy(options);  // throws Error(interrupted) when a key is pressed
#pragma once

#include <atomic>

namespace ncf {

/// It must live until the calls that refer to it have ended.
class StopSource {
 public:
  /// The calls end soon, with Error(interrupted), and remove their outputs. Async-signal-safe.
  void request_stop() noexcept { is_requested_.store(true, std::memory_order_relaxed); }

  [[nodiscard]] bool is_stop_requested() const noexcept {
    return is_requested_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<bool> is_requested_ = false;
  static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers set it");
};

}  // namespace ncf
