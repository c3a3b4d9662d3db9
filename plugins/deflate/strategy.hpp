// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The strategies by which a chunk can be deflated: by which encoder, and how hard it tries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "common/strategy.hpp"

namespace ncf::plugins::deflate {

enum class Encoder : std::uint8_t { planes = 1, libdeflate = 2, zlib = 3 };

/// Its effort is of planes 1 to 9, of libdeflate 0 to 12, of zlib 0 to 9.
using Strategy = plugins::Strategy<Encoder>;

/// "planes 2", "libdeflate 3", "zlib 5".
[[nodiscard]] std::string text_of(const Strategy& strategy);

/// Nothing for a number that is no strategy.
[[nodiscard]] std::optional<Strategy> find_strategy(std::uint64_t number) noexcept;

/// Returns whether data can be encoded by a strategy: one of another kind may not be for them.
[[nodiscard]] bool serves(const Strategy& strategy, std::size_t element_bytes,
                          std::size_t bytes) noexcept;

/// Returns whether chunks were shuffled (element_bytes is more than 1), and are for the encoder of
/// planes
/// alone: no library need be tried.
[[nodiscard]] bool are_planes(std::size_t element_bytes, std::size_t chunk_bytes) noexcept;

/// Without any evidence, of data that shuffle was over (element_bytes is more than 1) or not: what
/// makes the first kind no larger than zlib does at the level, and the other kind hardly so, in
/// sum.
[[nodiscard]] Strategy strategy_by_level(int level, std::size_t element_bytes,
                                         std::size_t chunk_bytes) noexcept;

/// The same for data that must not become larger: where shuffle was not, zlib itself.
[[nodiscard]] Strategy careful_strategy(int level, std::size_t element_bytes,
                                        std::size_t chunk_bytes) noexcept;

}  // namespace ncf::plugins::deflate
