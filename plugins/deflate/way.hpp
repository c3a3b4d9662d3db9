// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The ways in which a chunk can be deflated: by which encoder, and how hard it tries. A way is a
// value; as a number it goes through <ncf/kernel.h>.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ncf::plugins::deflate {

enum class Encoder : std::uint8_t { planes = 1, libdeflate = 2, zlib = 3 };

inline constexpr std::uint16_t no_share = 0xFFFF;

struct Way {
  Encoder encoder = Encoder::zlib;
  std::uint8_t effort = 0;  ///< of planes 1 to 9, of libdeflate 0 to 12, of zlib 0 to 9
  /// What chunks like those the way was chosen for become, in 65536ths of their size.
  std::uint16_t min_share = 0;
  std::uint16_t max_share = no_share;  ///< no_share: anything

  [[nodiscard]] std::uint64_t number() const noexcept;

  /// Whether a chunk that became so many bytes was like them.
  [[nodiscard]] bool expects(std::size_t written, std::size_t chunk_bytes) const noexcept;

  /// "planes 2", "libdeflate 3", "zlib 5".
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Way&, const Way&) = default;
};

/// Nothing for a number that is no way.
[[nodiscard]] std::optional<Way> find_way(std::uint64_t number) noexcept;

/// Whether data can be encoded in a way: one of another kind may not be for them.
[[nodiscard]] bool serves(const Way& way, std::size_t element_bytes, std::size_t bytes) noexcept;

/// Whether chunks were shuffled (element_bytes is more than 1), and are for the encoder of planes
/// alone: no library need be tried.
[[nodiscard]] bool are_planes(std::size_t element_bytes, std::size_t chunk_bytes) noexcept;

/// Without any evidence, of data that shuffle was over (element_bytes is more than 1) or not: what
/// makes the first kind no larger than zlib does at the level, and the other kind hardly so, in
/// sum.
[[nodiscard]] Way way_by_level(int level, std::size_t element_bytes,
                               std::size_t chunk_bytes) noexcept;

/// The same for data that must not become larger: where shuffle was not, zlib itself.
[[nodiscard]] Way careful_way(int level, std::size_t element_bytes,
                              std::size_t chunk_bytes) noexcept;

}  // namespace ncf::plugins::deflate
