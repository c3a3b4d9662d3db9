// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/stop.hpp"

#include "ncf/error.hpp"

namespace ncf::base {
namespace {

thread_local const StopSource* current = nullptr;

}  // namespace

StopScope::StopScope(const StopSource* source) noexcept : before_(current) {
  if (source != nullptr) current = source;
}

StopScope::~StopScope() { current = before_; }

const StopSource* current_stop() noexcept { return current; }

void throw_if_stopped() {
  if (current != nullptr && current->is_stop_requested()) {
    throw Error(ErrorCode::interrupted, "interrupted");
  }
}

}  // namespace ncf::base
