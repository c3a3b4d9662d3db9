// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a variable is cut into tiles when its values move from one chunk grid to another. A tile is
// assembled in memory from all source chunks that overlap it, and written as whole target chunks. A
// source chunk that overlaps several tiles is read and decoded for each, so larger tiles decode
// less; memory limits their size. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/grid/chunk_grid.hpp"

namespace ncf::transcode {

struct TilePlan {
  std::vector<std::size_t> shape;  ///< of a tile, whole target chunks; may exceed the extent
  std::uint64_t tile_bytes = 0;    ///< in memory
  std::uint64_t source_chunks = 0;
  std::uint64_t decodes = 0;  ///< source chunks read, summed over tiles; at least `source_chunks`
};

struct TileLimits {
  std::size_t element_bytes = 1;
  std::uint64_t max_bytes = 0;    ///< limit for a tile; a single larger target chunk is allowed
  std::uint64_t grain_bytes = 0;  ///< smaller tiles are joined if that costs nothing
  bool source_is_chunked = true;  ///< if not, any part can be read, in runs without jumps
};

/// Returns the smallest tiles whose number of decodes is within one percent of the minimum. Both
/// grids have the same extent.
[[nodiscard]] TilePlan plan_tiles(const model::ChunkGrid& source, const model::ChunkGrid& target,
                                  const TileLimits& limits);

}  // namespace ncf::transcode
