// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The strategies for deflating a chunk: the encoder and its effort.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "common/strategy.hpp"

namespace ncf::plugins::deflate {

enum class Encoder : std::uint8_t { planes = 1, libdeflate = 2, zlib = 3 };

/// The effort is 1 to 9 for planes, 0 to 12 for libdeflate, and 0 to 9 for zlib.
using Strategy = plugins::Strategy<Encoder>;

/// Returns "planes 2", "libdeflate 3", "zlib 5".
[[nodiscard]] std::string text_of(const Strategy& strategy);

/// Returns empty for a number that is not a strategy.
[[nodiscard]] std::optional<Strategy> find_strategy(std::uint64_t number) noexcept;

/// Returns whether data can be encoded with a strategy, which may have been chosen for other data.
[[nodiscard]] bool serves(const Strategy& strategy, std::size_t element_bytes,
                          std::size_t bytes) noexcept;

/// Returns whether chunks were shuffled (element_bytes is more than 1) and need only the encoder of
/// planes, so no library need be tried.
[[nodiscard]] bool are_planes(std::size_t element_bytes, std::size_t chunk_bytes) noexcept;

/// Returns the strategy without any evidence. It makes shuffled data (element_bytes is more than 1)
/// no larger than zlib does at the level, and other data hardly larger on average.
[[nodiscard]] Strategy strategy_by_level(int level, std::size_t element_bytes,
                                         std::size_t chunk_bytes) noexcept;

/// Returns the same for data that must not become larger: zlib itself, if they were not shuffled.
[[nodiscard]] Strategy careful_strategy(int level, std::size_t element_bytes,
                                        std::size_t chunk_bytes) noexcept;

}  // namespace ncf::plugins::deflate
