// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/tiling.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include "model/grid/chunk_grid.hpp"
#include "transcode/walks/tile_plan.hpp"

namespace ncf::ops {
namespace {

using model::ChunkGrid;
using model::Layout;
using model::StoredForm;

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

/// Returns the most chunks of a grid that a tile overlaps.
std::uint64_t chunks_in(const std::vector<std::size_t>& tile, const ChunkGrid& grid) {
  std::uint64_t chunks = 1;
  for (std::size_t i = 0; i < tile.size(); ++i) {
    const std::size_t chunk = grid.chunk_shape()[i];
    const std::size_t all = (grid.extent()[i] + chunk - 1) / chunk;
    const std::size_t most = tile[i] % chunk == 0 ? tile[i] / chunk : (tile[i] - 1) / chunk + 2;
    chunks *= std::min(all, most);
  }
  return chunks;
}

/// Returns the memory of a thread: a decoded chunk and two buffers for the steps of a chain.
std::uint64_t scratch_bytes(const TiledVariable& variable, const ChunkGrid& grid) {
  constexpr std::uint64_t buffers = 3;
  return variable.is_decoded_here ? buffers * grid.chunk_values() * variable.value_bytes : 0;
}

/// Returns whether all elements that were never written have the same value. An unknown one is the
/// same everywhere, too.
bool has_one_unwritten_value(const StoredForm& form) {
  return !form.has_own_values_beyond || model::value_count(form.extent) == 0;
}

}  // namespace

// Tiles are whole chunks of one variable, the target; the other one, preferably one without chunks,
// is cut anywhere.
Tiling plan_tiling(const TiledVariable& first, const TiledVariable& second,
                   const transcode::Resources& resources, SmallChunks small_chunks) {
  const ChunkGrid first_grid = grid_of(first);
  const ChunkGrid second_grid = grid_of(second);
  const bool is_second_target = !second.chunk_shape.empty();
  const bool is_source_chunked = is_second_target && !first.chunk_shape.empty();
  const std::uint64_t scratch =
      std::max(scratch_bytes(first, first_grid), scratch_bytes(second, second_grid));
  // max_bytes: limit for the values of a tile, both variables together.
  const auto plan = [&](std::size_t threads, std::uint64_t max_bytes) -> Tiling {
    const transcode::TilePlan tile = transcode::plan_tiles(
        is_second_target ? first_grid : second_grid, is_second_target ? second_grid : first_grid,
        {.element_bytes = first.value_bytes + second.value_bytes,
         .max_bytes = max_bytes,
         .grain_bytes = small_chunks == SmallChunks::joined ? grain_bytes : 0,
         .source_is_chunked = is_source_chunked});
    const std::size_t ahead = threads == 1 ? 1 : threads + 2;
    const std::uint64_t chunks =
        chunks_in(tile.shape, first_grid) + chunks_in(tile.shape, second_grid);
    return {{first.shape, tile.shape},
            threads,
            ahead,
            threads * scratch + ahead * (tile.tile_bytes + chunks * bytes_beside_a_chunk)};
  };
  for (std::size_t threads = std::max<std::size_t>(1, resources.threads);; --threads) {
    const std::uint64_t spare =
        resources.max_bytes - std::min(resources.max_bytes, threads * scratch);
    // Stored chunks may need as much memory as the values of the tiles, or more.
    for (const std::uint64_t share : {2U, 8U, 32U}) {
      Tiling tiling = plan(threads, spare / (threads + 2) / share);
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

std::optional<WrittenChunks> find_written_chunks(const VariableOf& variable) {
  const StoredForm form = variable.source.stored_form(variable.id);
  const auto shape =
      variable.source.schema().shape(variable.source.schema().variables[variable.id]);
  if (!has_one_unwritten_value(form) ||
      !std::ranges::equal(form.extent, shape, std::less_equal<>())) {
    return std::nullopt;
  }
  if (form.layout != Layout::chunked && form.layout != Layout::contiguous) return std::nullopt;
  const std::size_t count = variable.source.stored_chunk_count(variable.id);
  if (form.layout == Layout::contiguous) {
    if (count > 0) return std::nullopt;
    return WrittenChunks{{form.extent, std::vector<std::size_t>(form.extent.size(), 1)}, {}};
  }
  ChunkGrid grid(form.extent, form.chunk_shape);
  if (count > grid.chunk_count() / 2) return std::nullopt;
  auto chunks = variable.source.list_chunks(variable.id, grid);
  if (!chunks) return std::nullopt;
  return WrittenChunks{std::move(grid), std::move(*chunks)};
}

std::optional<WrittenOfBoth> find_written_chunks(const VariableOf& first,
                                                 const VariableOf& second) {
  auto of_first = find_written_chunks(first);
  auto of_second = of_first ? find_written_chunks(second) : std::nullopt;
  if (!of_second) return std::nullopt;
  return WrittenOfBoth(*std::move(of_first), *std::move(of_second));
}

std::vector<std::size_t> find_written_tiles(const WrittenOfBoth& both, const ChunkGrid& tiles) {
  const std::vector<std::size_t> of_first = find_written_tiles(both.first, tiles);
  const std::vector<std::size_t> of_second = find_written_tiles(both.second, tiles);
  std::vector<std::size_t> written;
  std::ranges::set_union(of_first, of_second, std::back_inserter(written));
  return written;
}

std::vector<std::size_t> find_written_tiles(const WrittenChunks& written, const ChunkGrid& tiles) {
  return model::chunks_sharing(written.grid, written.chunks, tiles);
}

std::optional<UnwrittenTiles> find_unwritten(const std::vector<std::size_t>& written,
                                             const ChunkGrid& tiles) {
  if (written.size() == tiles.chunk_count()) return std::nullopt;
  UnwrittenTiles others{
      0, tiles.within({std::vector<std::size_t>(tiles.extent().size()), tiles.extent()})
             .value_count()};
  for (const std::size_t tile : written) {
    if (tile == others.first_tile) ++others.first_tile;
    others.value_count -= tiles.within(tiles.chunk_box(tile)).value_count();
  }
  return others;
}

std::vector<std::size_t> with_one_of(const UnwrittenTiles& others,
                                     std::vector<std::size_t> written) {
  written.insert(std::ranges::upper_bound(written, others.first_tile), others.first_tile);
  return written;
}

std::optional<std::vector<std::size_t>> find_tiles_to_compare(const VariableOf& first,
                                                              const VariableOf& second,
                                                              const ChunkGrid& tiles) {
  const auto chunks = find_written_chunks(first, second);
  if (!chunks) return std::nullopt;
  std::vector<std::size_t> written = find_written_tiles(*chunks, tiles);
  const auto others = find_unwritten(written, tiles);
  return others ? with_one_of(*others, std::move(written)) : written;
}

}  // namespace ncf::ops
