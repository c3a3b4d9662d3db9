// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/written_tiles.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace ncf::ops {
namespace {

using model::ChunkGrid;
using model::Layout;
using model::StoredForm;

/// Returns whether all elements that were never written have the same value. An unknown one is the
/// same everywhere, too.
bool has_one_unwritten_value(const StoredForm& form) {
  return !form.has_own_values_beyond || model::value_count(form.extent) == 0;
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
  const std::vector<std::size_t> of_first = find_written_tiles(first, tiles);
  const std::vector<std::size_t> of_second = find_written_tiles(second, tiles);
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
  const auto of_first = find_written_chunks(first);
  const auto of_second = of_first ? find_written_chunks(second) : std::nullopt;
  if (!of_second) return std::nullopt;
  std::vector<std::size_t> written = find_written_tiles(*of_first, *of_second, tiles);
  const auto others = find_unwritten(written, tiles);
  return others ? with_one_of(*others, std::move(written)) : written;
}

}  // namespace ncf::ops
