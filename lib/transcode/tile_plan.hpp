// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a variable is cut into tiles when its values go from one grid of chunks to another. A tile is
// put together in memory from all source chunks that reach into it and leaves it as whole target
// chunks; a source chunk that reaches into several tiles is read and decoded for each. So larger
// tiles decode less, and memory bounds them. Pure arithmetic; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/chunk_grid.hpp"

namespace ncf::transcode {

struct TilePlan {
  std::vector<std::size_t> shape;  ///< of a tile, whole target chunks; at the end beyond the extent
  std::uint64_t tile_bytes = 0;    ///< in memory
  std::uint64_t source_chunks = 0;
  std::uint64_t decodes = 0;  ///< source chunks read, over all tiles; at least `source_chunks`
};

/// What a source costs that is not made of chunks: how many bytes a jump within it is worth.
inline constexpr std::size_t jump_bytes = 16384;

struct TileLimits {
  std::size_t element_bytes = 1;
  std::uint64_t max_bytes = 0;    ///< of a tile; one of a single target chunk may be larger
  std::uint64_t grain_bytes = 0;  ///< smaller tiles are joined where that costs nothing
  bool source_is_chunked = true;  ///< if not, any part of it can be read, in runs without jumps
};

/// The smallest tiles that decode as little as can be (within a hundredth). Both grids are of one
/// extent.
[[nodiscard]] TilePlan plan_tiles(const model::ChunkGrid& source, const model::ChunkGrid& target,
                                  const TileLimits& limits);

/// The largest shape of at most `max_bytes` without jumps in a variable that is not chunked:
/// how such a variable is read and written.
[[nodiscard]] std::vector<std::size_t> slab_shape(const std::vector<std::size_t>& extent,
                                                  std::size_t element_bytes,
                                                  std::uint64_t max_bytes);

}  // namespace ncf::transcode
