// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Extrapolates from some chunks to a whole variable. Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace ncf::ops {

/// The sizes of one chunk, or of several equal ones.
struct ChunkSizes {
  std::uint64_t raw_bytes = 0;     ///< of the values within the variable
  std::uint64_t stored_bytes = 0;  ///< encoded
  std::uint64_t count = 1;
};

struct Estimate {
  double stored_share = 1;  ///< stored bytes per raw byte
  /// Two standard errors, relative to the share; empty with too few chunks.
  std::optional<double> uncertainty;
};

/// Estimates by the ratio estimator: chunks at the border contain fewer values and count less.
/// all_chunks: number of chunks in the population. chunks: the sample, at least one with values.
[[nodiscard]] Estimate estimate_share(const std::vector<ChunkSizes>& chunks,
                                      std::uint64_t all_chunks);

}  // namespace ncf::ops
