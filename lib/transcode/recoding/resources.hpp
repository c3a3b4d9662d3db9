// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Limits for the work on stored bytes, and its needs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ncf::transcode {

/// Limit of one call of a library, so that signals are noticed in time.
inline constexpr std::uint64_t max_piece_bytes = std::uint64_t{8} << 20;

/// The limits.
struct Resources {
  std::size_t threads = 1;
  std::uint64_t max_bytes = 0;  ///< of memory for values in flight
  /// Whether the user set the limit. If not, chunks that need more memory get it.
  bool is_strict = true;
};

/// Memory for values in flight.
struct MemoryNeed {
  std::uint64_t peak_bytes = 0;   ///< used within the limits
  std::uint64_t least_bytes = 0;  ///< the work is impossible with less
};

}  // namespace ncf::transcode
