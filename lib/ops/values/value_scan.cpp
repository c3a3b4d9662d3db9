// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/value_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "ops/values/open_values.hpp"
#include "ops/values/written_tiles.hpp"

namespace ncf::ops {
namespace {

/// Returns the parts of tiles: chunks, or parts of rows if a variable has no chunks.
std::vector<std::size_t> unit_of(const std::vector<std::size_t>& shape,
                                 const std::vector<std::size_t>& chunk_shape,
                                 std::size_t max_values) {
  if (!chunk_shape.empty()) return chunk_shape;
  std::vector<std::size_t> unit(shape.size(), 1);
  if (!unit.empty()) unit.back() = std::clamp<std::size_t>(shape.back(), 1, max_values);
  return unit;
}

model::ChunkGrid tiles_of(const model::Schema& schema, const model::Variable& variable,
                          const DimensionIndices& neighbours_along, std::uint64_t max_bytes) {
  const std::vector<std::size_t> shape = schema.shape(variable);
  const bool is_chunked = variable.storage.layout == model::Layout::chunked;
  const auto chunks = is_chunked ? variable.storage.chunk_shape : std::vector<std::size_t>{};
  return {shape, scan_tile(shape, chunks, variable.type->size_bytes, neighbours_along, max_bytes)};
}

}  // namespace

std::vector<std::size_t> scan_tile(const std::vector<std::size_t>& shape,
                                   const std::vector<std::size_t>& chunk_shape,
                                   std::size_t value_bytes,
                                   const DimensionIndices& neighbours_along,
                                   std::uint64_t max_bytes) {
  const std::size_t max_values = max_bytes / value_bytes;
  const std::vector<std::size_t> unit = unit_of(shape, chunk_shape, max_values);
  std::vector<std::size_t> tile = unit;
  const auto grow = [&](std::size_t i, std::size_t wanted, std::size_t most) {
    const std::size_t others = model::value_count(tile) / tile[i];
    const std::size_t units = (wanted + unit[i] - 1) / unit[i];
    tile[i] = std::max(tile[i], std::min(units, most / others / unit[i]) * unit[i]);
  };
  const auto grow_to_two = [&](std::size_t i, std::size_t most) {
    grow(i, std::min<std::size_t>(2, shape[i]), most);
  };
  std::for_each(neighbours_along.rbegin(), neighbours_along.rend(),
                [&](std::size_t i) { grow_to_two(i, max_bytes_for_neighbours / value_bytes); });
  for (std::size_t i = shape.size(); i-- > 0;) grow_to_two(i, max_values);
  for (std::size_t i = shape.size(); i-- > 0;) grow(i, shape[i], max_values);
  return tile;
}

ValueScanner::ValueScanner(model::Source& input, const transcode::Resources& resources)
    : input_(input), resources_(resources) {}

std::size_t ValueScanner::max_workers() const noexcept {
  return std::max<std::size_t>(1, resources_.threads);
}

// Each thread has a decoded chunk and two buffers for the steps of a chain. Each tile in work is in
// memory both as stored and decoded.
ValueScanner::Plan ValueScanner::plan(std::uint64_t tile_bytes, std::uint64_t bytes_beside) const {
  constexpr std::uint64_t buffers = 3;
  Plan plan;
  for (plan.threads = max_workers();; --plan.threads) {
    plan.tiles_in_work = plan.threads == 1 ? 1 : plan.threads + 2;
    plan.peak_bytes =
        plan.threads * (buffers * tile_bytes + bytes_beside) + plan.tiles_in_work * 2 * tile_bytes;
    if (plan.peak_bytes <= resources_.max_bytes || plan.threads == 1) return plan;
  }
}

void ValueScanner::require_memory(const Plan& plan, const std::string& path) const {
  if (plan.peak_bytes <= resources_.max_bytes || !resources_.is_strict) return;
  throw Error(ErrorCode::usage,
              fmt::format("measuring the values of variable {} needs {} bytes of memory; allow "
                          "this with --max-memory",
                          path, plan.peak_bytes));
}

std::vector<std::size_t> ValueScanner::tile_shape(model::VariableId id,
                                                  const DimensionIndices& neighbours_along) const {
  return tiles_of(input_.schema(), input_.schema().variables[id], neighbours_along,
                  max_scan_tile_bytes)
      .chunk_shape();
}

ValueScanner::PlannedTiles ValueScanner::plan_tiles(model::VariableId id, std::size_t bytes_beside,
                                                    const DimensionIndices& neighbours_along,
                                                    std::uint64_t max_bytes) const {
  const model::Variable& variable = input_.schema().variables[id];
  const std::size_t value_bytes = variable.type->size_bytes;
  // Where neighbours do not matter, the result is the same with smaller tiles.
  const std::uint64_t least_bytes = neighbours_along.empty() ? 2 * value_bytes : max_bytes + 1;
  for (;; max_bytes /= 2) {
    model::ChunkGrid grid = tiles_of(input_.schema(), variable, neighbours_along, max_bytes);
    const Plan limits = plan(grid.chunk_values() * value_bytes, bytes_beside);
    if (limits.peak_bytes <= resources_.max_bytes || max_bytes < least_bytes) {
      return {std::move(grid), limits};
    }
  }
}

void ValueScanner::scan(model::VariableId id, std::size_t bytes_beside, const LookAtTile& look,
                        const DimensionIndices& neighbours_along) {
  const auto written = find_written_chunks({input_, id});
  // Few chunks that are far from each other are scanned one by one.
  std::uint64_t max_bytes = max_scan_tile_bytes;
  if (written && neighbours_along.empty()) {
    const std::size_t value_bytes = input_.schema().variables[id].type->size_bytes;
    max_bytes = std::min(max_bytes, written->grid.chunk_values() * value_bytes);
  }
  const auto [tiles, limits] = plan_tiles(id, bytes_beside, neighbours_along, max_bytes);
  require_memory(limits, input_.schema().variable_path(id));
  peak_bytes_ = std::max(peak_bytes_, limits.peak_bytes);
  if (!reader_ || reader_->worker_count() != limits.threads) reader_.emplace(limits.threads);
  std::optional<std::vector<std::size_t>> numbers;
  if (written) {
    numbers = find_written_tiles(*written, tiles);
    const auto others = find_unwritten(*numbers, tiles);
    if (others && neighbours_along.empty()) numbers = with_one_of(*others, *std::move(numbers));
  }
  const transcode::StoredValues values = open_values(input_, id, chains_);
  reader_->read({&values}, transcode::boxes_of(tiles, std::move(numbers)),
                {.looks_in_work = limits.tiles_in_work},
                [&look](const transcode::LookedAt& tile, std::size_t worker) {
                  return look(tile.tile, tile.values.front(), worker);
                });
}

}  // namespace ncf::ops
