// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The inner side of <ncf/stop.hpp>: where work asks whether it should go on. A call of the library
// names its source once, in a StopScope; the threads of its worker pools have the same.
#pragma once

#include "ncf/stop.hpp"

namespace ncf::base {

/// While it lives, `source` can stop the work of its thread. Null leaves this to the scope around
/// it.
class StopScope {
 public:
  explicit StopScope(const StopSource* source) noexcept;
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;
  ~StopScope();

 private:
  const StopSource* before_;
};

/// What can stop the work of this thread; null if nothing can.
const StopSource* current_stop() noexcept;

/// To be called between pieces of work. throws: Error(interrupted) after `request_stop`.
void throw_if_stopped();

}  // namespace ncf::base
