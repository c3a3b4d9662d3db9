// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "zstd/strategy.hpp"

namespace ncf::plugins::zstd {
namespace {

// With planes of this size, even blocks that do not become smaller, each with a header of 3 bytes,
// fit into libzstd's own bound.
constexpr std::size_t min_plane_bytes = 4096;
// A block of its own makes most planes smaller, but some short ones up to 1 % larger.
constexpr std::size_t min_careful_plane_bytes = 16384;

}  // namespace

std::string text_of(const Strategy& strategy, int level) {
  std::string text = strategy.effort == 0 ? "libzstd " + std::to_string(level)
                                          : "effort " + std::to_string(strategy.effort);
  if (strategy.encoder == Encoder::planes) text += " by planes";
  return text;
}

std::optional<Strategy> find_strategy(std::uint64_t number) noexcept {
  const Strategy strategy = Strategy::of_number(number);
  const bool is_encoder = strategy.encoder == Encoder::whole || strategy.encoder == Encoder::planes;
  if (!is_encoder || strategy.effort > max_effort || strategy.number() != number) {
    return std::nullopt;
  }
  return strategy;
}

bool has_planes(std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  return element_bytes > 1 && chunk_bytes / element_bytes >= min_plane_bytes;
}

Strategy careful_strategy(int level, std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  const bool is_for_planes =
      level >= 0 && element_bytes > 1 && chunk_bytes / element_bytes >= min_careful_plane_bytes;
  return {is_for_planes ? Encoder::planes : Encoder::whole};
}

}  // namespace ncf::plugins::zstd
