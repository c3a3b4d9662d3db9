// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/value_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/values/tiling.hpp"

namespace ncf::ops {
namespace {

using transcode::StoredValues;

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

struct ScanPlan {
  model::ChunkGrid tiles;
  std::size_t threads = 1;
  std::size_t tiles_in_work = 1;
  std::uint64_t peak_bytes = 0;
};

/// Plans with as many threads as the memory allows. Each thread has a decoded chunk and two buffers
/// for the steps of a chain. Each tile in work is in memory both as stored and decoded.
ScanPlan plan_threads(model::ChunkGrid tiles, std::size_t value_bytes, std::uint64_t bytes_beside,
                      const transcode::Resources& resources) {
  constexpr std::uint64_t buffers = 3;
  const std::uint64_t tile_bytes = tiles.chunk_values() * value_bytes;
  ScanPlan plan{std::move(tiles)};
  for (plan.threads = std::max<std::size_t>(1, resources.threads);; --plan.threads) {
    plan.tiles_in_work = plan.threads == 1 ? 1 : plan.threads + 2;
    plan.peak_bytes =
        plan.threads * (buffers * tile_bytes + bytes_beside) + plan.tiles_in_work * 2 * tile_bytes;
    if (plan.peak_bytes <= resources.max_bytes || plan.threads == 1) return plan;
  }
}

/// max_bytes: of a tile; less if memory is short.
ScanPlan plan_scan(const model::Schema& schema, const model::Variable& variable,
                   std::uint64_t bytes_beside, const DimensionIndices& neighbours_along,
                   std::uint64_t max_bytes, const transcode::Resources& resources) {
  const std::size_t value_bytes = variable.type->size_bytes;
  // Where neighbours do not matter, the result is the same with smaller tiles.
  const std::uint64_t least_bytes = neighbours_along.empty() ? 2 * value_bytes : max_bytes + 1;
  for (;; max_bytes /= 2) {
    ScanPlan plan = plan_threads(tiles_of(schema, variable, neighbours_along, max_bytes),
                                 value_bytes, bytes_beside, resources);
    if (plan.peak_bytes <= resources.max_bytes || max_bytes < least_bytes) return plan;
  }
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

std::vector<std::size_t> ValueScanner::tile_shape(model::VariableId id,
                                                  const DimensionIndices& neighbours_along) const {
  return tiles_of(input_.schema(), input_.schema().variables[id], neighbours_along,
                  max_scan_tile_bytes)
      .chunk_shape();
}

void ValueScanner::scan(model::VariableId id, std::size_t bytes_beside, const LookAtTile& look,
                        const DimensionIndices& neighbours_along) {
  const model::Schema& schema = input_.schema();
  const model::Variable& variable = schema.variables[id];
  const auto written = find_written_chunks({input_, id});
  // Few chunks that are far from each other are scanned one by one.
  std::uint64_t max_bytes = max_scan_tile_bytes;
  if (written && neighbours_along.empty()) {
    max_bytes = std::min(max_bytes, written->grid.chunk_values() * variable.type->size_bytes);
  }
  const ScanPlan plan =
      plan_scan(schema, variable, bytes_beside, neighbours_along, max_bytes, resources_);
  if (plan.peak_bytes > resources_.max_bytes && resources_.is_strict) {
    throw Error(ErrorCode::usage,
                fmt::format("measuring the values of variable {} needs {} bytes of memory; allow "
                            "this with --max-memory",
                            schema.variable_path(id), plan.peak_bytes));
  }
  peak_bytes_ = std::max(peak_bytes_, plan.peak_bytes);
  if (!reader_ || reader_->worker_count() != plan.threads) reader_.emplace(plan.threads);
  std::optional<std::vector<std::size_t>> numbers;
  if (written) {
    numbers = find_written_tiles(*written, plan.tiles);
    const auto others = find_unwritten(*numbers, plan.tiles);
    if (others && neighbours_along.empty()) numbers = with_one_of(*others, *std::move(numbers));
  }
  const transcode::StoredValues values = open_values(input_, id, chains_);
  reader_->read({&values}, transcode::boxes_of(plan.tiles, std::move(numbers)), plan.tiles_in_work,
                [&look](const transcode::LookedAt& tile, std::size_t worker) {
                  return look(tile.tile, tile.values.front(), worker);
                });
}

std::optional<transcode::ChunkValues> find_chunk_values(model::Source& input, model::VariableId id,
                                                        plugin::KernelChains& chains) {
  const model::Schema& schema = input.schema();
  const model::Variable& variable = schema.variables[id];
  if (variable.storage.layout != model::Layout::chunked) return std::nullopt;
  model::StoredForm form = input.stored_form(id);
  if (form.layout != model::Layout::chunked || !form.fill ||
      !transcode::holds_values(form, *variable.type, schema.shape(variable))) {
    return std::nullopt;
  }
  auto chain = chains.prepare(form.chain(), form.optional_filters);
  if (!chain) return std::nullopt;
  return transcode::ChunkValues(std::move(form), std::move(*chain), schema.variable_path(id));
}

// The store reads values only if all filters are available, but elements need only the filters with
// which the stored chunks were encoded.
StoredValues open_unchunked(model::Source& input, model::VariableId id) {
  const model::Schema& schema = input.schema();
  const model::Variable& variable = schema.variables[id];
  const bool is_chunked = variable.storage.layout == model::Layout::chunked;
  const bool lacks_filters = is_netcdf4(schema.format) && !has_all_filters(variable);
  if (lacks_filters) require_filters_to_read(input, id, variable.filters);
  if ((is_chunked && !lacks_filters) || input.fault(id)) {
    return {input, id, transcode::StoreValues()};
  }
  const model::StoredForm form = input.stored_form(id);
  if (!transcode::holds_values(form, *variable.type, schema.shape(variable))) {
    return {input, id, transcode::StoreValues()};
  }
  const model::Element element{form.element_bytes, model::is_foreign(form.byte_order)};
  if (auto places = input.find_elements(id)) {
    return {input, id, transcode::PlacedValues{*std::move(places), element}};
  }
  if (lacks_filters && form.layout == model::Layout::chunked && form.fill) {
    return {input, id, transcode::StoreElements{element}};
  }
  return {input, id, transcode::StoreValues()};
}

StoredValues open_values(model::Source& input, model::VariableId id, plugin::KernelChains& chains) {
  if (auto chunks = find_chunk_values(input, id, chains)) return {input, id, *std::move(chunks)};
  return open_unchunked(input, id);
}

}  // namespace ncf::ops
