// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chooses the strategy for a variable: the fastest known one that makes its first chunk smaller
// than zlib does at the requested level (common/choice.hpp), by a margin for later chunks; or zlib
// if there is none.
//
//   shuffled   planes with effort 1, 2, 3, ... up to the level's own, or else zlib
//   other      planes, as if all were one, with effort 1 or 2, libdeflate at level 1, 2, 5, and at
//              4, 8 and 10 if zlib is slow enough at the level, or else zlib
//
// A variable that is too small for trials, and one whose first chunk is nearly nothing, get the
// careful strategy of the level (strategy.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/kernel.hpp"
#include "deflate/coders.hpp"
#include "deflate/strategy.hpp"

namespace ncf::plugins::deflate {

/// Chooses a strategy. element_bytes: 1 if the chunk was not shuffled. The result depends only on
/// the arguments and the installed zlib. throws: KernelError, std::bad_alloc.
[[nodiscard]] Strategy choose(Coders& coders, int level, std::size_t element_bytes,
                              std::uint64_t variable_bytes, ConstBytes first_chunk);

}  // namespace ncf::plugins::deflate
