// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Processor time used so far. Any thread.
#pragma once

#include <chrono>

namespace ncf::base {

struct CpuTimes {
  std::chrono::duration<double> of_process{};  ///< all threads
  std::chrono::duration<double> of_thread{};   ///< the calling one
};

[[nodiscard]] CpuTimes cpu_times() noexcept;

}  // namespace ncf::base
