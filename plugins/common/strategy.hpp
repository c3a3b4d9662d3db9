// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A strategy: by which of its encoders a kernel encodes the chunks of a variable, with what effort,
// and what it expects the chunks to become. A strategy is a value; as a number it passes through
// <ncf/kernel.h>. Each kernel has its own encoders, and checks the numbers it is given.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ncf::plugins {

/// Data that become so many times smaller are nearly nothing: a little more effort costs nothing
/// there, and they say nothing about other chunks.
inline constexpr std::size_t nearly_nothing = 32;

inline constexpr std::uint16_t any_share = 0xFFFF;

/// Encoder: an enumeration of bytes without 0.
template <typename Encoder>
struct Strategy {
  Encoder encoder{};
  std::uint8_t effort = 0;
  /// What chunks like those the strategy was chosen for become, in 65536ths of their size.
  std::uint16_t min_share = 0;
  std::uint16_t max_share = any_share;

  [[nodiscard]] std::uint64_t number() const noexcept {
    return static_cast<std::uint64_t>(encoder) | std::uint64_t{effort} << 8 |
           std::uint64_t{min_share} << 16 | std::uint64_t{max_share} << 32;
  }

  /// Returns the strategy of a number, which may be none that there is; its own number is then
  /// another.
  [[nodiscard]] static Strategy of_number(std::uint64_t number) noexcept {
    return {static_cast<Encoder>(number & 0xFF), static_cast<std::uint8_t>(number >> 8),
            static_cast<std::uint16_t>(number >> 16), static_cast<std::uint16_t>(number >> 32)};
  }

  /// Returns whether a chunk that became so many bytes was like those.
  [[nodiscard]] bool expects(std::size_t written, std::size_t chunk_bytes) const noexcept {
    const std::uint64_t share = std::uint64_t{written} * 65536;
    return share >= std::uint64_t{min_share} * chunk_bytes &&
           (max_share == any_share || share <= std::uint64_t{max_share} * chunk_bytes);
  }

  /// Expects no chunk to become less than three quarters of what the first one became: it is
  /// another kind of data, for which less thorough searches may miss too much.
  void expect_no_less(std::size_t written, std::size_t chunk_bytes) noexcept {
    min_share = share_of(written, chunk_bytes, 3, 4);
  }

  /// The same for chunks that become more than four thirds.
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
