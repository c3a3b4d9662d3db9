// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/written_tiles.hpp"

#include <algorithm>
#include <functional>

namespace ncf::ops {
namespace {

using model::ChunkGrid;
using model::Layout;
using model::StoredForm;

/// Adds the tiles that share elements with chunks.
void add_tiles(const WrittenChunks& written, const ChunkGrid& tiles,
               std::vector<std::size_t>& numbers) {
  for (const std::size_t chunk : written.chunks) {
    const auto shared = tiles.chunks_of(written.grid.within(written.grid.chunk_box(chunk)));
    numbers.insert(numbers.end(), shared.begin(), shared.end());
  }
}

/// Returns whether all elements that were never written have the same value.
bool has_one_unwritten_value(const StoredForm& form) {
  return form.fill && !form.has_own_values_beyond;
}

}  // namespace

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

std::vector<std::size_t> find_written_tiles(const WrittenChunks& first, const WrittenChunks& second,
                                            const ChunkGrid& tiles) {
  std::vector<std::size_t> written;
  add_tiles(first, tiles, written);
  add_tiles(second, tiles, written);
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
