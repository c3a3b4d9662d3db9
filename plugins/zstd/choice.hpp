// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which strategy serves a variable: the fastest one known that makes its first chunk about as small
// as libzstd does at the requested level (common/choice.hpp). A level's size is a promise, its
// searches are not: where planes are noise, less thorough ones find as much, and what planes save
// may be spent.
//
//   shuffled   by planes, unless libzstd's own blocks are smaller on the first chunk
//   others     whole
//
// with the efforts that are faster than the level, from the fastest on, or else libzstd's own. The
// careful strategy (strategy.hpp) is taken for a variable too small to be worth that, at levels
// below 0, which are faster than any effort, and at the highest ones for chunks longer than the
// window of the efforts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/kernel.hpp"
#include "zstd/coders.hpp"
#include "zstd/strategy.hpp"

namespace ncf::plugins::zstd {

/// element_bytes: 1 where shuffle was not over the chunk. Depends on the arguments alone, and on
/// what libzstd is installed. throws: KernelError, std::bad_alloc.
[[nodiscard]] Strategy choose(Coders& coders, int level, std::size_t element_bytes,
                              std::uint64_t variable_bytes, ConstBytes first_chunk);

}  // namespace ncf::plugins::zstd
