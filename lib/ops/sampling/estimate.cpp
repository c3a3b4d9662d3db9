// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/estimate.hpp"

#include <algorithm>
#include <cmath>

namespace ncf::ops {
namespace {

/// Fewer chunks do not show how much they differ.
constexpr double min_chunks = 4;

}  // namespace

Estimate estimate_share(const std::vector<ChunkSizes>& chunks, std::uint64_t all_chunks) {
  double raw = 0;
  double stored = 0;
  double count = 0;
  for (const ChunkSizes& chunk : chunks) {
    const auto weight = static_cast<double>(chunk.count);
    raw += weight * static_cast<double>(chunk.raw_bytes);
    stored += weight * static_cast<double>(chunk.stored_bytes);
    count += weight;
  }
  Estimate estimate{stored / raw, {}};
  const auto all = static_cast<double>(all_chunks);
  if (count >= all) estimate.uncertainty = 0;
  if (count >= all || count < min_chunks) return estimate;
  double squares = 0;
  for (const ChunkSizes& chunk : chunks) {
    const double residue = static_cast<double>(chunk.stored_bytes) -
                           estimate.stored_share * static_cast<double>(chunk.raw_bytes);
    squares += static_cast<double>(chunk.count) * residue * residue;
  }
  const double error = std::sqrt(squares / (count - 1) / count * (1 - count / all));
  estimate.uncertainty = 2 * error * count / std::max(1.0, stored);
  return estimate;
}

}  // namespace ncf::ops
