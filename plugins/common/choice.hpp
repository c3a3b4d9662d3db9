// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chooses the strategy for a variable by its first chunk: encodes a sample of the chunk as the
// library would at the requested level, then with the candidates, the fastest first, until one
// suffices.
//
//   sample_of      the chunk, or the middle of a large one
//   choose_first   the first candidate whose result is small enough compared with the library's
//
// Pure functions of their arguments: the choice is the same for any number of threads.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "common/kernel.hpp"

namespace ncf::plugins {

/// A strategy, and the margin in ten thousandths by which its result must be smaller than the
/// library's, because later chunks differ, and more so if the strategy is less thorough. If the
/// margin is below 0, the result may be larger.
template <typename Strategy>
struct Candidate {
  Strategy strategy;
  int margin = 0;
};

template <typename Strategy>
struct Chosen {
  Strategy strategy;
  std::size_t written = 0;  ///< the size of the encoded sample
};

/// Returns the middle of each of a chunk's planes, together at most `max_bytes`, arranged like a
/// smaller chunk. planes: 1 or more.
[[nodiscard]] std::vector<std::byte> sample_of(ConstBytes chunk, std::size_t planes,
                                               std::size_t max_bytes);

/// Returns whether a result is small enough. The margin applies to the size, or to twice the
/// savings if that is less: in noise, all strategies find the same.
[[nodiscard]] bool suffices(std::size_t written, int margin, std::size_t sample_bytes,
                            std::size_t library_bytes) noexcept;

/// Chooses the first candidate that suffices; empty if none does. encode: returns the size of the
/// encoded sample for a strategy.
template <typename Strategy, typename Encode>
std::optional<Chosen<Strategy>> choose_first(std::span<const Candidate<Strategy>> from_the_fastest,
                                             std::size_t sample_bytes, std::size_t library_bytes,
                                             const Encode& encode) {
  for (const auto& [strategy, margin] : from_the_fastest) {
    const std::size_t written = encode(strategy);
    if (suffices(written, margin, sample_bytes, library_bytes)) {
      return Chosen<Strategy>{strategy, written};
    }
  }
  return std::nullopt;
}

}  // namespace ncf::plugins
