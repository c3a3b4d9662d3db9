// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The progress of a copy. I/O thread only.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ncf/copy.hpp"
#include "ops/copy/copy_work.hpp"
#include "ops/copy/element_route.hpp"

namespace ncf::ops {

/// Reports the progress of the work, from 0 bytes on. Work is counted in whole chunks, which may
/// contain more than the values, so the sum is limited.
class Progress {
 public:
  Progress(const CopyWork& work, const ProgressHandler& handler) : handler_(handler) {
    for (model::VariableId id = 0; id < work.plan.variables.size(); ++id) {
      const VariableCopy& copy = work.plan.variables[id];
      if (copy.route == Route::fill) continue;
      const std::uint64_t passes = copy.intermediate_chunks.empty() ? 1 : 2;
      progress_.bytes += copy.raw_bytes * passes * (is_read_back(work, id) ? 2 : 1);
    }
    add(0);
  }

  void add(std::uint64_t bytes) {
    progress_.bytes_done = std::min(progress_.bytes_done + bytes, progress_.bytes);
    if (handler_) handler_(progress_);
  }

  /// Reports what needed no work, such as missing chunks and variables that are not read back.
  void finish() { add(progress_.bytes - progress_.bytes_done); }

  [[nodiscard]] BytesHandler adder() {
    return [this](std::uint64_t bytes) { add(bytes); };
  }

 private:
  const ProgressHandler& handler_;
  CopyProgress progress_;
};

}  // namespace ncf::ops
