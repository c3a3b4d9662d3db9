// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The strategies for encoding a chunk as a zstd frame. All use libzstd; they differ in the ends of
// blocks and in the search parameters.
//
//   whole    blocks as libzstd chooses them
//   planes   a block ends where a byte plane ends, so that bytes of different planes, which have
//            little in common, do not share the statistics of a block
//
// Effort 0 is libzstd's at the requested level; 1 and more are parameters of our own (coders.cpp),
// from the fastest on.
// source: RFC 8878, section 3.1.1.2
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "common/strategy.hpp"

namespace ncf::plugins::zstd {

enum class Encoder : std::uint8_t { whole = 1, planes = 2 };

using Strategy = plugins::Strategy<Encoder>;

inline constexpr int max_effort = 11;

/// The level that is used if there is none, and for level 0, which means libzstd's default.
inline constexpr int default_level = 3;

/// The strategy of the library itself, whose result every level promises not to exceed.
inline constexpr Strategy plain_strategy{Encoder::whole};

/// Returns "libzstd 3", "effort 2 by planes". level: the requested one.
[[nodiscard]] std::string text_of(const Strategy& strategy, int level);

/// Returns empty for a number that is not a strategy.
[[nodiscard]] std::optional<Strategy> find_strategy(std::uint64_t number) noexcept;

/// Returns whether a chunk of so many bytes, shuffled if element_bytes is more than 1, can be
/// encoded by planes, which must be long enough for blocks of their own.
[[nodiscard]] bool has_planes(std::size_t element_bytes, std::size_t chunk_bytes) noexcept;

/// Returns the strategy without any evidence: planes if they were never found to be much larger.
[[nodiscard]] Strategy careful_strategy(int level, std::size_t element_bytes,
                                        std::size_t chunk_bytes) noexcept;

}  // namespace ncf::plugins::zstd
