// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which strategy serves a variable: the fastest one known that makes its first chunk smaller than
// zlib does at the requested level (common/choice.hpp), by a margin for the chunks that follow;
// where none does the variable is zlib's.
//
//   shuffled   planes with effort 1, 2, 3, ... up to the level's own, else zlib
//   other      planes, as if all were one, with effort 1 or 2, libdeflate at level 1, 2, 5, and at
//              4, 8 and 10 where zlib is slow enough at the level, else zlib
//
// A variable too small to be worth that, and one whose first chunk is nearly nothing, take the
// careful strategy of the level (strategy.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/kernel.hpp"
#include "deflate/coders.hpp"
#include "deflate/strategy.hpp"

namespace ncf::plugins::deflate {

/// element_bytes: 1 where shuffle was not over the chunk. Depends on the arguments alone, and
/// on what zlib is installed. throws: KernelError, std::bad_alloc.
[[nodiscard]] Strategy choose(Coders& coders, int level, std::size_t element_bytes,
                              std::uint64_t variable_bytes, ConstBytes first_chunk);

}  // namespace ncf::plugins::deflate
