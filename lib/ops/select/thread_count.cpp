// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/thread_count.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/threads/machine.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {

std::size_t thread_count(std::optional<std::size_t> stated) {
  if (!stated) return std::min(base::processor_count(), max_threads);
  if (*stated < 1 || *stated > max_threads) {
    throw Error(ErrorCode::usage,
                fmt::format("threads must be from 1 to {}, not {}", max_threads, *stated));
  }
  return *stated;
}

}  // namespace ncf::ops
