// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// From some chunks to all of a variable. Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace ncf::ops {

/// A chunk that was encoded, or several alike.
struct ChunkSizes {
  std::uint64_t raw_bytes = 0;     ///< of the values within the variable
  std::uint64_t stored_bytes = 0;  ///< encoded
  std::uint64_t count = 1;
};

struct Estimate {
  double stored_share = 1;  ///< stored bytes for each raw one
  /// Two standard errors, as a part of it; empty where there are too few chunks to tell.
  std::optional<double> uncertainty;
};

/// The ratio estimator: chunks at the border hold fewer values, and count less.
/// all_chunks: that there are, of which `chunks` are some. chunks: at least one with values.
[[nodiscard]] Estimate estimate_share(const std::vector<ChunkSizes>& chunks,
                                      std::uint64_t all_chunks);

}  // namespace ncf::ops
