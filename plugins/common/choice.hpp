// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a kernel chooses the strategy for a variable by its first chunk: it really encodes a sample
// of the chunk as its library would at the requested level, then by the candidates, from the
// fastest on, until one suffices.
//
//   sample_of      the chunk, or the middle of a large one
//   choose_first   the first candidate whose result is small enough beside the library's
//
// Pure functions of their arguments: the choice is the same for any number of threads.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "common/kernel.hpp"

namespace ncf::plugins {

/// A strategy, and by how many ten thousandths of what is at stake its result must be smaller than
/// the library's: the chunks that follow differ, the more so the less thorough it is. Below 0: may
/// be larger.
template <typename Strategy>
struct Candidate {
  Strategy strategy;
  int margin = 0;
};

template <typename Strategy>
struct Chosen {
  Strategy strategy;
  std::size_t written = 0;  ///< what the sample became
};

/// Returns the middle of each of a chunk's planes, together at most `max_bytes`, as the chunk would
/// be if it were no more than that. planes: 1 or more.
[[nodiscard]] std::vector<std::byte> sample_of(ConstBytes chunk, std::size_t planes,
                                               std::size_t max_bytes);

/// Returns whether a result is small enough. At stake is what was written, or twice what that saves
/// where it is less: in noise all find the same.
[[nodiscard]] bool suffices(std::size_t written, int margin, std::size_t sample_bytes,
                            std::size_t library_bytes) noexcept;

/// encode: a strategy -> bytes that the sample becomes. Nothing where no candidate suffices.
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
