// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Cuts two variables of the same shape into tiles, so that few chunks of either are decoded more
// than once and memory is bounded. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/grid/chunk_grid.hpp"
#include "transcode/walks/tile_plan.hpp"

namespace ncf::ops {

/// A variable to be read in tiles.
struct TiledVariable {
  std::vector<std::size_t> shape;
  std::vector<std::size_t> chunk_shape;  ///< empty if it has no chunks
  std::size_t value_bytes = 1;
  bool is_decoded_here = false;  ///< workers read and decode chunks
};

struct Tiling {
  model::ChunkGrid tiles;
  std::size_t threads = 1;        ///< fewer than allowed if memory is short
  std::size_t tiles_in_work = 1;  ///< tiles in memory at a time
  std::uint64_t peak_bytes = 0;
};

/// Whether small chunks are compared together, because each tile has a cost.
enum class SmallChunks { joined, separate };

/// Plans tiles for two variables of the same shape, with at least one value. The plan exceeds the
/// memory limit only if a tile of one chunk does.
[[nodiscard]] Tiling plan_tiling(const TiledVariable& first, const TiledVariable& second,
                                 const transcode::Resources& resources,
                                 SmallChunks small_chunks = SmallChunks::joined);

/// Plans tiles of whole levels, which are all values of the dimensions from `level_dimension` on. A
/// single level may exceed the memory limit.
[[nodiscard]] Tiling plan_level_tiling(const TiledVariable& first, const TiledVariable& second,
                                       std::size_t level_dimension,
                                       const transcode::Resources& resources);

}  // namespace ncf::ops
