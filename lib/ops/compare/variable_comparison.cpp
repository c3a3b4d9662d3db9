// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/variable_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "model/grid/chunk_grid.hpp"
#include "model/schema/coordinates.hpp"
#include "model/schema/fill_values.hpp"
#include "ncf/error.hpp"
#include "ops/compare/level_check.hpp"
#include "ops/definitions/unpacking.hpp"
#include "ops/report/quantities.hpp"
#include "ops/values/coordinate_texts.hpp"
#include "ops/values/value_scan.hpp"

namespace ncf::ops {
namespace {

/// Returns what reading and comparing tiles costs, in the time for a byte.
std::uint64_t cost_of(std::size_t tiles, const Tiling& tiling, std::uint64_t value_bytes) {
  constexpr std::uint64_t of_a_tile = 65536;
  return tiles * (tiling.tiles.chunk_values() * value_bytes + of_a_tile);
}

using Counts = std::vector<std::uint64_t>;

/// Returns how many values outside of these tiles each cell of the map of errors contains.
Counts count_unwritten(const ErrorMapAxes& axes, const std::vector<std::size_t>& written,
                       const model::ChunkGrid& tiles) {
  const std::vector<std::size_t>& shape = tiles.extent();
  Counts counts = count_in_cells(axes, {std::vector<std::size_t>(shape.size()), shape});
  for (const std::size_t tile : written) {
    const model::Box box = tiles.within(tiles.chunk_box(tile));
    const CellBlock block = block_of(axes, box);
    const Counts of_tile = count_in_cells(axes, box);
    for (std::size_t i = 0; i < of_tile.size(); ++i) {
      counts[block.index_in({0, 0, axes.down.cells, axes.across.cells}, i)] -= of_tile[i];
    }
  }
  return counts;
}

void take_findings(TileResult&& findings, bool are_numbers, ComparedVariable& result) {
  const NumberTotals& totals = findings.totals;
  result.differing = totals.differing;
  result.exceeding = totals.exceeding;
  result.first_difference = std::move(findings.first_difference);
  if (!are_numbers) return;
  ComparedNumbers& numbers = result.numbers.emplace();
  numbers.pairs = totals.moments.count;
  numbers.missing_in_first = totals.missing_in_first;
  numbers.missing_in_second = totals.missing_in_second;
  numbers.became_missing = totals.became_missing;
  numbers.became_present = totals.became_present;
  numbers.marked_otherwise = totals.marked_otherwise;
  numbers.infinities_changed = totals.infinities_changed;
  numbers.zeros_changed = totals.zeros_changed;
  numbers.largest_error = std::move(findings.largest_error);
  numbers.largest_relative_error = std::move(findings.largest_relative_error);
  numbers.first_missing_change = std::move(findings.first_missing_change);
  numbers.bias = totals.bias();
  numbers.rmse = totals.rmse();
  numbers.psnr = totals.psnr();
  numbers.correlation = totals.moments.correlation();
}

}  // namespace

VariableComparer::VariableComparer(model::Source& first, model::Source& second,
                                   const transcode::Resources& resources,
                                   const CompareOptions& options, std::size_t maps,
                                   std::function<void(std::uint64_t)> on_compared)
    : first_(first),
      second_(second),
      resources_(resources),
      options_(options),
      maps_(maps),
      on_compared_(std::move(on_compared)) {}

ComparedVariable VariableComparer::compare(const VariablePair& pair, const ErrorLimit& limit) {
  const model::Schema& schema = first_.schema();
  const model::Variable& variable = schema.variables[*pair.first];
  const model::Variable& other = second_.schema().variables[*pair.second];
  ComparedVariable result;
  result.path = pair.path;
  result.type = variable.type->name;
  result.shape = schema.shape(variable);
  result.limit = format_limit(limit);
  result.long_name = model::text_attribute(variable, "long_name");
  result.units = model::units_of(variable);
  if (are_packed_differently(variable, other)) {
    result.packings = {describe_packing(variable), describe_packing(other)};
  } else if (const auto packing = model::find_packing(variable); model::is_packed(variable)) {
    result.units = packing ? fmt::format("steps of {:.6g}{}{}", packing->scale_factor,
                                         result.units.empty() ? "" : " ", result.units)
                           : std::string();
  }
  try {
    compare_values(pair, limit, result);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted || error.code() == ErrorCode::usage) throw;
    result.failure = error.what();
  }
  return result;
}

void VariableComparer::compare_values(const VariablePair& pair, const ErrorLimit& limit,
                                      ComparedVariable& result) {
  const model::Variable& first = first_.schema().variables[*pair.first];
  const model::Variable& second = second_.schema().variables[*pair.second];
  const auto other_shape = second_.schema().shape(second);
  if (result.shape != other_shape) {
    result.failure =
        fmt::format("its shapes differ: {} and {}", format_lengths(result.shape, "none"),
                    format_lengths(other_shape, "none"));
    return;
  }
  if (const auto why_not = why_not_comparable(*first.type, *second.type)) {
    result.failure = *why_not;
    return;
  }
  result.values = model::value_count(result.shape);
  if (result.values == 0) return;
  if (!options_.decode && !result.packings &&
      have_equal_stored_bytes({first_, *pair.first}, {second_, *pair.second},
                              reader_with(resources_.threads))) {
    on_compared_(first_.schema().raw_bytes(*pair.first));
    return;
  }
  const Sides sides{open(first_, *pair.first), open(second_, *pair.second),
                    find_written_chunks({first_, *pair.first}, {second_, *pair.second})};
  std::optional<ErrorMapAxes> axes;
  if (options_.map_errors) axes = error_map_axes(first_.schema(), *pair.first, maps_);
  const TileComparison comparison(first, second, limit, axes);
  TileResult findings = compare_tiles(pair.path, comparison, axes ? &*axes : nullptr, sides);
  const std::optional<ErrorTotals> errors = std::move(findings.errors);
  take_findings(std::move(findings), comparison.is_of_numbers(), result);
  result.is_decoded = true;
  if (result.differing == 0) return;
  if (options_.check_levels && result.numbers) check_levels(pair, sides, result);
  name_places(pair, axes, result);
  if (errors) result.numbers->distribution = distribution_of(*errors, *axes);
}

void VariableComparer::name_places(const VariablePair& pair, std::optional<ErrorMapAxes>& axes,
                                   ComparedVariable& result) {
  const CoordinateTexts texts(first_, *pair.first);
  const auto name = [&](auto& found) {
    if (found) found->where = texts.describe(found->at);
  };
  name(result.first_difference);
  if (!result.numbers) return;
  name(result.numbers->largest_error);
  name(result.numbers->largest_relative_error);
  name(result.numbers->first_missing_change);
  if (result.numbers->level_checks) {
    name(result.numbers->level_checks->lowest_correlation);
    name(result.numbers->level_checks->lowest_ks_p_value);
    name(result.numbers->level_checks->lowest_ssim);
  }
  if (!axes) return;
  if (axes->row_dimension) add_labels(texts, *axes->row_dimension, 1, axes->down);
  if (axes->column_dimension) add_labels(texts, *axes->column_dimension, 1, axes->across);
}

void VariableComparer::check_levels(const VariablePair& pair, const Sides& sides,
                                    ComparedVariable& result) {
  const auto level_dimension = error_map_axes(first_.schema(), *pair.first).row_dimension;
  if (!level_dimension) return;
  const LevelChecker check =
      make_level_checker(first_.schema().variables[*pair.first],
                         second_.schema().variables[*pair.second], result.shape, *level_dimension);
  Tiles tiles{
      plan_level_tiling(sides.first.tiled, sides.second.tiled, *level_dimension, resources_)};
  require_memory(tiles.tiling, pair.path);
  if (sides.chunks) tiles.written = find_written_tiles(*sides.chunks, tiles.tiling.tiles);
  LevelChecks& checks = result.numbers->level_checks.emplace();
  const auto others = look_at_tiles(
      [&](const model::Box& box, const std::byte* first, const std::byte* second) {
        return [&checks, found = check(box, first, second)] { merge(found, checks); };
      },
      sides, tiles);
  if (!others) return;
  model::Box level{tiles.tiling.tiles.offset(others->first_tile), result.shape};
  std::fill_n(level.count.begin(), *level_dimension, 1);
  LevelChecks found = look_at(sides, level, check);
  const std::size_t levels = others->value_count / level.value_count();
  found.levels *= levels;
  found.failed *= levels;
  merge(found, checks);
}

VariableComparer::Side VariableComparer::open(model::Source& source, model::VariableId id) {
  const model::Schema& schema = source.schema();
  const model::Variable& variable = schema.variables[id];
  Side side{open_values(source, id, chains_),
            {schema.shape(variable), {}, variable.type->size_bytes, false}};
  if (variable.storage.layout == model::Layout::chunked) {
    side.tiled.chunk_shape = variable.storage.chunk_shape;
  }
  side.tiled.is_decoded_here = side.values.chunks() != nullptr;
  return side;
}

VariableComparer::Tiles VariableComparer::plan(const std::string& path, const Sides& sides) {
  const TiledVariable& first = sides.first.tiled;
  const TiledVariable& second = sides.second.tiled;
  Tiles tiles{plan_tiling(first, second, resources_)};
  require_memory(tiles.tiling, path);
  if (!sides.chunks) return tiles;
  tiles.written = find_written_tiles(*sides.chunks, tiles.tiling.tiles);
  Tiling small = plan_tiling(first, second, resources_, SmallChunks::separate);
  auto written = find_written_tiles(*sides.chunks, small.tiles);
  const std::uint64_t value_bytes = first.value_bytes + second.value_bytes;
  if (small.peak_bytes <= resources_.max_bytes &&
      cost_of(written.size(), small, value_bytes) <
          cost_of(tiles.written->size(), tiles.tiling, value_bytes)) {
    tiles = {std::move(small), std::move(written)};
  }
  return tiles;
}

void VariableComparer::require_memory(const Tiling& tiling, const std::string& path) const {
  if (tiling.peak_bytes <= resources_.max_bytes || !resources_.is_strict) return;
  throw Error(ErrorCode::usage,
              fmt::format("comparing variable {} needs {} bytes of memory for its chunks; allow "
                          "this with --max-memory",
                          path, tiling.peak_bytes));
}

TileResult VariableComparer::compare_tiles(const std::string& path,
                                           const TileComparison& comparison,
                                           const ErrorMapAxes* axes, const Sides& sides) {
  const Tiles tiles = plan(path, sides);
  const std::size_t value_bytes = sides.first.tiled.value_bytes;
  const auto compare = [&](const model::Box& box, const std::byte* first, const std::byte* second) {
    return comparison.compare(box, first, second);
  };
  TileResult findings;
  if (axes != nullptr && comparison.is_of_numbers()) findings.errors = ErrorTotals::of_map(*axes);
  const auto others = look_at_tiles(
      [&](const model::Box& box, const std::byte* first, const std::byte* second) {
        return [this, &findings, bytes = box.value_count() * value_bytes,
                found = std::make_shared<TileResult>(compare(box, first, second))] {
          findings.merge(std::move(*found));
          on_compared_(bytes);
        };
      },
      sides, tiles);
  if (!others) return findings;
  const model::ChunkGrid& grid = tiles.tiling.tiles;
  const std::vector<std::size_t> one(grid.extent().size(), 1);
  TileResult found = look_at(sides, {grid.offset(others->first_tile), one}, compare);
  found.totals = NumberTotals::of_equal_pairs(found.totals, others->value_count);
  if (found.errors) {
    found.errors = ErrorTotals::of_equal_pairs(*found.errors, *axes,
                                               count_unwritten(*axes, *tiles.written, grid));
  }
  findings.merge(std::move(found));
  on_compared_(others->value_count * value_bytes);
  return findings;
}

transcode::TileReader& VariableComparer::reader_with(std::size_t threads) {
  if (!reader_ || reader_->worker_count() != threads) reader_.emplace(threads);
  return *reader_;
}

std::optional<UnwrittenTiles> VariableComparer::look_at_tiles(const LookAtTiles& look,
                                                              const Sides& sides,
                                                              const Tiles& tiles) {
  const Tiling& tiling = tiles.tiling;
  reader_with(tiling.threads)
      .read({&sides.first.values, &sides.second.values},
            transcode::boxes_of(tiling.tiles, tiles.written), tiling.tiles_in_work,
            [&look](const transcode::LookedAt& tile, std::size_t /*worker*/) {
              return look(tile.tile, tile.values[0].data(), tile.values[1].data());
            });
  return tiles.written ? find_unwritten(*tiles.written, tiling.tiles) : std::nullopt;
}

}  // namespace ncf::ops
