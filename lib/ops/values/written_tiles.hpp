// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the tiles that need to be read: where nothing is stored, one value shows what all others
// are, however large a variable is. For two variables that is one pair of values.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/grid/chunk_grid.hpp"

namespace ncf::ops {

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

/// Returns the chunks that a variable stores; empty if these are more than half of its chunks, so
/// that reading all takes no longer, if it was written without chunks, or if values that were never
/// written may differ from each other. I/O thread only. throws: Error.
[[nodiscard]] std::optional<WrittenChunks> find_written_chunks(const VariableOf& variable);

/// Returns the numbers of the tiles that share elements with chunks of either variable, in order.
/// tiles: of the shape of both.
[[nodiscard]] std::vector<std::size_t> find_written_tiles(const WrittenChunks& first,
                                                          const WrittenChunks& second,
                                                          const model::ChunkGrid& tiles);
/// Does the same for one variable.
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
