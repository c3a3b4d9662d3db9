// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The threads and the memory that work on values may use.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ncf::transcode {

struct Resources {
  std::size_t threads = 1;
  std::uint64_t max_bytes = 0;  ///< of memory for values in flight
  /// Whether the user set the limit. If not, chunks that need more memory get it.
  bool is_strict = true;
};

}  // namespace ncf::transcode
