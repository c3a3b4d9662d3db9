// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/tiling.hpp"

#include <algorithm>

#include "model/grid/chunk_grid.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/walks/tile_plan.hpp"

namespace ncf::ops {
namespace {

using model::ChunkGrid;

/// Size of one read of values without chunks.
constexpr std::uint64_t slab_bytes = std::uint64_t{1} << 20;
/// Smaller tiles are joined.
constexpr std::uint64_t grain_bytes = std::uint64_t{512} << 10;
/// Bookkeeping for a chunk in memory, which matters if chunks are small.
constexpr std::uint64_t bytes_beside_a_chunk = 512;

ChunkGrid grid_of(const TiledVariable& variable) {
  const auto& chunks = variable.chunk_shape;
  return {variable.shape, chunks.empty()
                              ? model::slab_shape(variable.shape, variable.value_bytes, slab_bytes)
                              : chunks};
}

/// A variable and its grid of chunks, or of boxes to read.
class Side {
 public:
  explicit Side(const TiledVariable& variable) : variable_(variable), grid_(grid_of(variable)) {}

  [[nodiscard]] const ChunkGrid& grid() const noexcept { return grid_; }
  [[nodiscard]] bool is_chunked() const noexcept { return !variable_.chunk_shape.empty(); }
  [[nodiscard]] std::size_t value_bytes() const noexcept { return variable_.value_bytes; }

  /// Returns the most bytes of a stored chunk in memory; 0 if the store decodes chunks.
  [[nodiscard]] std::uint64_t chunk_bytes() const {
    return variable_.is_decoded_here ? grid_.chunk_values() * variable_.value_bytes : 0;
  }

  /// Returns the most chunks that a tile overlaps.
  [[nodiscard]] std::uint64_t chunks_of(const std::vector<std::size_t>& tile) const {
    std::uint64_t chunks = 1;
    for (std::size_t i = 0; i < tile.size(); ++i) {
      const std::size_t chunk = grid_.chunk_shape()[i];
      const std::size_t all = (variable_.shape[i] + chunk - 1) / chunk;
      const std::size_t most = tile[i] % chunk == 0 ? tile[i] / chunk : (tile[i] - 1) / chunk + 2;
      chunks *= std::min(all, most);
    }
    return chunks;
  }

 private:
  const TiledVariable& variable_;
  ChunkGrid grid_;
};

class TilingPlanner {
 public:
  TilingPlanner(const TiledVariable& first, const TiledVariable& second, SmallChunks small_chunks)
      : shape_(first.shape),
        first_(first),
        second_(second),
        least_tile_bytes_(small_chunks == SmallChunks::joined ? grain_bytes : 0) {}

  /// Plans the tiling. max_bytes: limit for the values of a tile, both variables together.
  [[nodiscard]] Tiling plan(std::size_t threads, std::uint64_t max_bytes) const {
    const transcode::TilePlan tile = plan_tile(max_bytes);
    const std::size_t ahead = threads == 1 ? 1 : threads + 2;
    const std::uint64_t chunks = first_.chunks_of(tile.shape) + second_.chunks_of(tile.shape);
    return {{shape_, tile.shape},
            threads,
            ahead,
            threads * scratch_bytes() + ahead * (tile.tile_bytes + chunks * bytes_beside_a_chunk)};
  }

  /// Returns the memory of a thread: a decoded chunk and two buffers for the steps of a chain.
  [[nodiscard]] std::uint64_t scratch_bytes() const {
    constexpr std::uint64_t buffers = 3;
    return buffers * std::max(first_.chunk_bytes(), second_.chunk_bytes());
  }

 private:
  /// Plans a tile. Tiles are whole chunks of one side, the target; the other side, preferably one
  /// without chunks, is cut anywhere.
  [[nodiscard]] transcode::TilePlan plan_tile(std::uint64_t max_bytes) const {
    const Side& target = second_.is_chunked() ? second_ : first_;
    const Side& source = second_.is_chunked() ? first_ : second_;
    return transcode::plan_tiles(source.grid(), target.grid(),
                                 {.element_bytes = first_.value_bytes() + second_.value_bytes(),
                                  .max_bytes = max_bytes,
                                  .grain_bytes = least_tile_bytes_,
                                  .source_is_chunked = source.is_chunked()});
  }

  std::vector<std::size_t> shape_;
  Side first_;
  Side second_;
  std::uint64_t least_tile_bytes_;
};

}  // namespace

Tiling plan_tiling(const TiledVariable& first, const TiledVariable& second,
                   const transcode::Resources& resources, SmallChunks small_chunks) {
  const TilingPlanner planner(first, second, small_chunks);
  for (std::size_t threads = std::max<std::size_t>(1, resources.threads);; --threads) {
    const std::uint64_t scratch = threads * planner.scratch_bytes();
    const std::uint64_t spare = resources.max_bytes - std::min(resources.max_bytes, scratch);
    // Stored chunks may need as much memory as the values of the tiles, or more.
    for (const std::uint64_t share : {2U, 8U, 32U}) {
      Tiling tiling = planner.plan(threads, spare / (threads + 2) / share);
      if (tiling.peak_bytes <= resources.max_bytes || (threads == 1 && share == 32U)) return tiling;
    }
  }
}

Tiling plan_level_tiling(const TiledVariable& first, const TiledVariable& second,
                         std::size_t level_dimension, const transcode::Resources& resources) {
  constexpr std::uint64_t most_tile_bytes = std::uint64_t{16} << 20;
  constexpr std::uint64_t check_bytes = 6 * sizeof(double);  // for a value while it is checked
  std::vector<std::size_t> tile = first.shape;
  std::fill_n(tile.begin(), level_dimension, 1);
  const std::uint64_t level_values = model::value_count(tile);
  const std::uint64_t value_bytes = first.value_bytes + second.value_bytes;
  std::uint64_t tile_bytes = level_values * value_bytes;
  for (std::size_t i = level_dimension; i-- > 0;) {
    const std::size_t chunk =
        std::max(grid_of(first).chunk_shape()[i], grid_of(second).chunk_shape()[i]);
    const std::size_t length = std::min(chunk, first.shape[i]);
    if (tile_bytes * length > most_tile_bytes) break;
    tile[i] = length;
    tile_bytes *= length;
  }
  // Stored chunks also take memory, but no more than the values.
  const auto peak_of = [&](std::size_t threads) {
    return (threads + 1) * 2 * tile_bytes + threads * level_values * check_bytes;
  };
  std::size_t threads = std::max<std::size_t>(1, resources.threads);
  while (threads > 1 && peak_of(threads) > resources.max_bytes) --threads;
  return {{first.shape, tile}, threads, threads + 1, peak_of(threads)};
}

}  // namespace ncf::ops
