// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A strategy: the encoder with which a kernel encodes the chunks of a variable, the effort, and the
// expected compression ratio of the chunks. A strategy is a value; it passes through <ncf/kernel.h>
// as a number. Each kernel has its own encoders, and checks the numbers that it is given.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ncf::plugins {

/// Data that become so many times smaller are nearly nothing: additional effort costs little for
/// them, and they show nothing about other chunks.
inline constexpr std::size_t nearly_nothing = 32;

inline constexpr std::uint16_t any_share = 0xFFFF;

/// Encoder: an enumeration of bytes other than 0.
template <typename Encoder>
struct Strategy {
  Encoder encoder{};
  std::uint8_t effort = 0;
  /// The range of encoded sizes of chunks like those that the strategy was chosen for, in 65536ths
  /// of their size.
  std::uint16_t min_share = 0;
  std::uint16_t max_share = any_share;

  [[nodiscard]] std::uint64_t number() const noexcept {
    return static_cast<std::uint64_t>(encoder) | std::uint64_t{effort} << 8 |
           std::uint64_t{min_share} << 16 | std::uint64_t{max_share} << 32;
  }

  /// Returns the strategy of a number. If there is no such strategy, the number of the result
  /// differs.
  [[nodiscard]] static Strategy of_number(std::uint64_t number) noexcept {
    return {static_cast<Encoder>(number & 0xFF), static_cast<std::uint8_t>(number >> 8),
            static_cast<std::uint16_t>(number >> 16), static_cast<std::uint16_t>(number >> 32)};
  }

  /// Returns whether a chunk with so many encoded bytes is like those.
  [[nodiscard]] bool expects(std::size_t written, std::size_t chunk_bytes) const noexcept {
    const std::uint64_t share = std::uint64_t{written} * 65536;
    return share >= std::uint64_t{min_share} * chunk_bytes &&
           (max_share == any_share || share <= std::uint64_t{max_share} * chunk_bytes);
  }

  /// Expects no chunk to be smaller than three quarters of the first one. If it is, it is another
  /// kind of data, for which less thorough searches may miss too much.
  void expect_no_less(std::size_t written, std::size_t chunk_bytes) noexcept {
    min_share = share_of(written, chunk_bytes, 3, 4);
  }

  /// Does the same for chunks larger than four thirds of it.
  void expect_no_more(std::size_t written, std::size_t chunk_bytes) noexcept {
    max_share = share_of(written, chunk_bytes, 4, 3);
  }

  friend bool operator==(const Strategy&, const Strategy&) = default;

 private:
  static std::uint16_t share_of(std::uint64_t written, std::uint64_t chunk_bytes,
                                std::uint64_t numerator, std::uint64_t denominator) noexcept {
    const std::uint64_t share = written * 65536 / chunk_bytes * numerator / denominator;
    return static_cast<std::uint16_t>(std::min<std::uint64_t>(share, any_share));
  }
};

}  // namespace ncf::plugins
