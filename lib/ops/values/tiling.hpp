// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Cuts two variables of the same shape into tiles, so that few chunks of either are decoded more
// than once and memory is bounded, and finds the tiles that need to be read. Any thread, if not
// stated otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/grid/chunk_grid.hpp"
#include "transcode/walks/resources.hpp"

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

// ---- The tiles that need to be read ----
// Where nothing is stored, one value shows what all others are, however large a variable is. For
// two variables that is one pair of values.

/// A variable of a dataset.
struct VariableOf {
  model::Source& source;
  model::VariableId id;
};

/// Chunks outside of which a variable has one value everywhere. The grid may end before the
/// variable does.
struct WrittenChunks {
  model::ChunkGrid grid;
  std::vector<std::size_t> chunks;  ///< their numbers in the grid, in order
};

using WrittenOfBoth = std::pair<WrittenChunks, WrittenChunks>;

/// Returns the chunks that a variable stores; empty if these are more than half of its chunks, so
/// that reading all takes no longer, if it was written without chunks, or if values that were never
/// written may differ from each other. I/O thread only. throws: Error.
[[nodiscard]] std::optional<WrittenChunks> find_written_chunks(const VariableOf& variable);
/// Returns the chunks that each of two variables stores; empty if they are for either.
[[nodiscard]] std::optional<WrittenOfBoth> find_written_chunks(const VariableOf& first,
                                                               const VariableOf& second);

/// Returns the numbers of the tiles that share elements with chunks of either variable, in order.
/// tiles: of the shape of both.
[[nodiscard]] std::vector<std::size_t> find_written_tiles(const WrittenOfBoth& written,
                                                          const model::ChunkGrid& tiles);
/// Returns the numbers of the tiles that share elements with chunks of one variable, in order.
[[nodiscard]] std::vector<std::size_t> find_written_tiles(const WrittenChunks& written,
                                                          const model::ChunkGrid& tiles);

/// The tiles that are not among these.
struct UnwrittenTiles {
  std::size_t first_tile = 0;
  std::size_t value_count = 0;  ///< of all of them
};

/// Returns the others of `tiles`; empty if there are none.
[[nodiscard]] std::optional<UnwrittenTiles> find_unwritten(const std::vector<std::size_t>& written,
                                                           const model::ChunkGrid& tiles);

/// Returns the numbers of these tiles and of the first of the others, in order.
[[nodiscard]] std::vector<std::size_t> with_one_of(const UnwrittenTiles& others,
                                                   std::vector<std::size_t> written);

/// Returns the numbers of the tiles that show whether two variables have equal values; empty if
/// these are all. tiles: of the shape of both. I/O thread only. throws: Error.
[[nodiscard]] std::optional<std::vector<std::size_t>> find_tiles_to_compare(
    const VariableOf& first, const VariableOf& second, const model::ChunkGrid& tiles);

}  // namespace ncf::ops
