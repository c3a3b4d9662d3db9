// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The strategies for deflating a chunk: the encoder and its effort, and which one a variable gets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "common/strategy.hpp"

namespace ncf::plugins::deflate {

class Coders;

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

/// Chooses the strategy for a variable: the fastest known one that makes its first chunk smaller
/// than zlib does at the requested level, by a margin for later chunks; or zlib if there is none.
///
///   shuffled   planes with effort 1, 2, 3, ... up to the level's own, or else zlib
///   other      planes, as if all were one, with effort 1 or 2, libdeflate at level 1, 2, 5, and at
///              4, 8 and 10 if zlib is slow enough at the level, or else zlib
///
/// A variable that is too small for trials, and one whose first chunk is nearly nothing, get the
/// careful strategy of the level. element_bytes: 1 if the chunk was not shuffled. The result
/// depends only on the arguments and the installed zlib. throws: KernelError, std::bad_alloc.
[[nodiscard]] Strategy choose(Coders& coders, int level, std::size_t element_bytes,
                              std::uint64_t variable_bytes, ConstBytes first_chunk);

}  // namespace ncf::plugins::deflate
