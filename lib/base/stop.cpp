// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/stop.hpp"

#include <atomic>

#include "ncf/error.hpp"

namespace ncf {
namespace {

std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers set it");

}  // namespace

void request_stop() noexcept { stop_requested.store(true, std::memory_order_relaxed); }

namespace base {

void throw_if_stopped() {
  if (stop_requested.load(std::memory_order_relaxed)) {
    throw Error(ErrorCode::interrupted, "interrupted");
  }
}

}  // namespace base
}  // namespace ncf
