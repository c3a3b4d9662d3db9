// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Extrapolates from some chunks to a whole variable. Pure; any thread.
#pragma once

#include <cstddef>
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

// Chooses a few of many things for a sample, spread evenly over the sum of their sizes: large ones
// are chosen for certain, small ones now and then, and all if they are few. Pure.

class SpreadChoice {
 public:
  /// all_bytes: the sum of the sizes of `count` things. most: things to choose.
  SpreadChoice(std::uint64_t all_bytes, std::size_t count, std::size_t most)
      : all_bytes_(all_bytes), takes_all_(count <= most), most_(most) {}

  /// Returns whether to choose the next thing.
  [[nodiscard]] bool takes(std::uint64_t bytes) noexcept {
    pass(bytes);
    const bool is_chosen = is_reached();
    while (is_reached()) ++chosen_;
    return takes_all_ || is_chosen;
  }

  /// The next thing cannot be chosen; one after it is chosen instead.
  void pass(std::uint64_t bytes) noexcept { passed_bytes_ += bytes; }

 private:
  /// Returns whether the middle of the next of `most_` equal parts was passed.
  [[nodiscard]] bool is_reached() const noexcept {
    if (chosen_ >= most_) return false;
    const double middle = (static_cast<double>(chosen_) + 0.5) / static_cast<double>(most_);
    return static_cast<double>(passed_bytes_) >= middle * static_cast<double>(all_bytes_);
  }

  std::uint64_t all_bytes_;
  bool takes_all_;
  std::size_t most_;
  std::uint64_t passed_bytes_ = 0;
  std::size_t chosen_ = 0;
};

}  // namespace ncf::ops
