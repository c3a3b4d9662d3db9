// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chooses the strategy for a variable: the fastest known one that makes its first chunk about as
// small as libzstd does at the requested level (common/choice.hpp). A level promises a size, not a
// search: if planes are noise, less thorough searches find as much, and what planes save may be
// spent.
//
//   shuffled   by planes, unless libzstd's own blocks are smaller on the first chunk
//   others     whole
//
// with the efforts that are faster than the level, the fastest first, or else libzstd's own. The
// careful strategy (strategy.hpp) is used for a variable that is too small for trials, at levels
// below 0, which are faster than any effort, and at the highest levels for chunks longer than the
// window of the efforts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/kernel.hpp"
#include "zstd/coders.hpp"
#include "zstd/strategy.hpp"

namespace ncf::plugins::zstd {

/// Chooses a strategy. element_bytes: 1 if the chunk was not shuffled. The result depends only on
/// the arguments and the installed libzstd. throws: KernelError, std::bad_alloc.
[[nodiscard]] Strategy choose(Coders& coders, int level, std::size_t element_bytes,
                              std::uint64_t variable_bytes, ConstBytes first_chunk);

}  // namespace ncf::plugins::zstd
