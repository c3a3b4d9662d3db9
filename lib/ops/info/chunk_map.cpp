// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/chunk_map.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "model/chunk_grid.hpp"
#include "ops/page/map_axis.hpp"

namespace ncf::ops {
namespace {

/// Chunks along each dimension.
std::vector<std::size_t> chunk_counts(const model::ChunkGrid& grid) {
  std::vector<std::size_t> counts;
  for (std::size_t i = 0; i < grid.extent().size(); ++i) {
    const std::size_t chunk = grid.chunk_shape()[i];
    counts.push_back((grid.extent()[i] + chunk - 1) / chunk);
  }
  return counts;
}

/// The dimensions with the most chunks, at most two, in the order of the variable. Of dimensions
/// with equally many, the last ones.
std::vector<std::size_t> longest_dimensions(const std::vector<std::size_t>& counts) {
  std::vector<std::size_t> dimensions(counts.size());
  std::iota(dimensions.begin(), dimensions.end(), std::size_t{0});
  std::erase_if(dimensions, [&](std::size_t i) { return counts[i] < 2; });
  std::reverse(dimensions.begin(), dimensions.end());
  std::ranges::stable_sort(dimensions,
                           [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  if (dimensions.size() > 2) dimensions.resize(2);
  std::ranges::sort(dimensions);
  return dimensions;
}

class Mapping {
 public:
  Mapping(const model::Schema& schema, const model::Variable& variable,
          const model::ChunkGrid& grid)
      : grid_(grid), dimensions_(longest_dimensions(chunk_counts(grid))) {
    const auto axis = [&](std::size_t dimension, std::size_t most_cells) {
      const std::size_t chunks = chunk_counts(grid)[dimension];
      return MapAxis{schema.dimensions[variable.dimensions[dimension]].name, chunks,
                     std::min(chunks, most_cells)};
    };
    map_.across = axis(dimensions_.back(), most_map_columns);
    if (dimensions_.size() == 2) map_.down = axis(dimensions_.front(), most_map_rows);
    map_.cells.resize(map_.down.cells * map_.across.cells);
  }

  void add(std::size_t chunk, std::uint64_t raw_bytes, std::uint64_t stored_bytes) {
    const std::vector<std::size_t> at = grid_.numbers(chunk);
    const std::size_t column = cell_of(map_.across, at[dimensions_.back()]);
    const std::size_t row =
        dimensions_.size() == 2 ? cell_of(map_.down, at[dimensions_.front()]) : 0;
    ChunkMapCell& cell = map_.cells[row * map_.across.cells + column];
    ++cell.chunks;
    cell.raw_bytes += raw_bytes;
    cell.stored_bytes += stored_bytes;
  }

  [[nodiscard]] ChunkMap take() { return std::move(map_); }

 private:
  const model::ChunkGrid& grid_;
  std::vector<std::size_t> dimensions_;  ///< of the rows, if there are several, and of the columns
  ChunkMap map_;
};

}  // namespace

std::optional<ChunkMap> map_chunks(model::Source& source, model::VariableId id) {
  const model::StoredForm form = source.stored_form(id);
  if (form.layout != model::Layout::chunked) return std::nullopt;
  const model::ChunkGrid grid(form.extent, form.chunk_shape);
  if (grid.chunk_count() < 2) return std::nullopt;
  const model::Schema& schema = source.schema();
  Mapping mapping(schema, schema.variables[id], grid);
  std::size_t left = source.stored_chunk_count(id);
  for (std::size_t chunk = 0; chunk < grid.chunk_count() && left > 0; ++chunk) {
    base::throw_if_stopped();
    const auto place = source.find_chunk(id, grid.offset(chunk));
    if (!place) continue;
    --left;
    const std::uint64_t values = grid.within(grid.chunk_box(chunk)).value_count();
    mapping.add(chunk, values * form.element_bytes, place->bytes);
  }
  return mapping.take();
}

}  // namespace ncf::ops
