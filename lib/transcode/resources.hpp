// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the work on stored bytes may use, and what it needs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ncf::transcode {

/// What is allowed.
struct Resources {
  std::size_t threads = 1;
  std::uint64_t max_bytes = 0;  ///< of memory for values on their way
  /// Somebody asked for the limit. If not, chunks that need more get what they need.
  bool is_strict = true;
};

/// Memory for values on their way.
struct MemoryNeed {
  std::uint64_t peak_bytes = 0;   ///< with what is allowed
  std::uint64_t least_bytes = 0;  ///< with less of it the work is impossible
};

}  // namespace ncf::transcode
