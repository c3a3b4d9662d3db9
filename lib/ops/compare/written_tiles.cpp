// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/written_tiles.hpp"

#include <algorithm>

namespace ncf::ops {
namespace {

using model::Box;
using model::ChunkGrid;
using model::StoredForm;

/// Adds the tiles that share elements with stored chunks. Returns whether they could be found.
bool add_written(const VariableOf& variable, const ChunkGrid& tiles,
                 std::vector<std::size_t>& written) {
  const StoredForm form = variable.source.stored_form(variable.id);
  if (form.layout != model::Layout::chunked || form.extent != tiles.extent() ||
      form.has_own_values_beyond) {
    return false;
  }
  const ChunkGrid grid(form.extent, form.chunk_shape);
  const auto chunks = variable.source.list_chunks(variable.id, grid);
  if (!chunks) return false;
  for (const std::size_t chunk : *chunks) {
    const auto shared = tiles.chunks_of(grid.within(grid.chunk_box(chunk)));
    written.insert(written.end(), shared.begin(), shared.end());
  }
  return true;
}

}  // namespace

std::optional<std::vector<std::size_t>> find_written_tiles(const VariableOf& first,
                                                           const VariableOf& second,
                                                           const ChunkGrid& tiles) {
  std::vector<std::size_t> written;
  if (!add_written(first, tiles, written) || !add_written(second, tiles, written)) {
    return std::nullopt;
  }
  std::sort(written.begin(), written.end());
  written.erase(std::unique(written.begin(), written.end()), written.end());
  return written;
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

}  // namespace ncf::ops
