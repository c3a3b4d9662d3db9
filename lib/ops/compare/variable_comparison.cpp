// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/variable_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <future>
#include <memory>
#include <utility>

#include "base/threads/stop.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/schema/default_fill.hpp"
#include "ncf/error.hpp"
#include "ops/compare/level_check.hpp"
#include "ops/definitions/unpacking.hpp"
#include "ops/report/quantities.hpp"
#include "ops/values/open_values.hpp"
#include "ops/values/part_source.hpp"
#include "ops/values/work_in_order.hpp"
#include "transcode/passthrough/streams.hpp"
#include "transcode/recoding/form_difference.hpp"

namespace ncf::ops {
namespace {

using model::Source;
using model::StoredChunk;
using model::StoredForm;
using model::VariableId;
using transcode::PendingValues;

// ---- Equal stored bytes ----

/// Returns whether equal bytes are equal values, and everything is stored.
bool are_comparable(Source& first, VariableId first_id, const StoredForm& first_form,
                    Source& second, VariableId second_id, const StoredForm& second_form) {
  const model::Variable& a = first.schema().variables[first_id];
  const model::Variable& b = second.schema().variables[second_id];
  const auto shape = first.schema().shape(a);
  return first_form.layout == model::Layout::chunked && first_form.extent == shape &&
         second_form.extent == shape && a.type->type_class == b.type->type_class &&
         model::missing_markers_of(a) == model::missing_markers_of(b) &&
         !transcode::why_not_passthrough(first_form, second_form,
                                         [&] { return first.stored_chunk_count(first_id); }) &&
         !transcode::why_not_decoded_in(second.schema().format, first, first_id) &&
         !transcode::why_not_decoded_in(first.schema().format, second, second_id);
}

/// Returns whether two chunked variables of the same shape have equal values because their stored
/// bytes are equal and mean the same, by the proof of passthrough and because the same values mark
/// missing data. Reads up to the first difference and decodes nothing; false proves nothing. I/O
/// thread only.
///
/// throws: Error.
bool have_equal_stored_bytes(Source& first, VariableId first_id, Source& second,
                             VariableId second_id) {
  if (first.fault(first_id) || second.fault(second_id)) return false;
  const StoredForm form = first.stored_form(first_id);
  if (!are_comparable(first, first_id, form, second, second_id, second.stored_form(second_id))) {
    return false;
  }
  if (first.stored_chunk_count(first_id) != second.stored_chunk_count(second_id)) return false;
  const model::ChunkGrid grid(form.extent, form.chunk_shape);
  StoredChunk a;
  StoredChunk b;
  bool are_equal = true;
  const std::size_t not_found = first.visit_chunks(
      first_id, grid, [&](std::size_t chunk, const model::StoredPlace& /*place*/) {
        const auto offset = grid.offset(chunk);
        are_equal = first.read_chunk(first_id, offset, a) &&
                    second.read_chunk(second_id, offset, b) && a.filter_mask == b.filter_mask &&
                    a.bytes == b.bytes;
        return are_equal;
      });
  return are_equal && not_found == 0;
}

/// A tile being read and compared.
struct TileInWork {
  model::Box box;
  std::unique_ptr<PendingValues> first;
  std::unique_ptr<PendingValues> second;
  std::function<void()> take = {};
  std::future<void> is_done = {};
};

/// Decodes and compares a tile, and frees its values.
void compare_tile(const LookAtTiles& look, TileInWork& tile, transcode::Scratch& scratch) {
  const auto first = tile.first->decode(scratch);
  const auto second = tile.second->decode(scratch);
  tile.take = look(tile.box, first.data(), second.data());
  tile.first.reset();
  tile.second.reset();
}

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
    const Counts of_tile = count_in_cells(axes, tiles.within(tiles.chunk_box(tile)));
    std::ranges::transform(counts, of_tile, counts.begin(), std::minus<>());
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
                                   const CompareOptions& options,
                                   std::function<void(std::uint64_t)> on_compared)
    : first_(first),
      second_(second),
      resources_(resources),
      options_(options),
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
  if (are_packed_differently(variable, other)) {
    result.packings = {describe_packing(variable), describe_packing(other)};
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
      have_equal_stored_bytes(first_, *pair.first, second_, *pair.second)) {
    on_compared_(first_.schema().raw_bytes(*pair.first));
    return;
  }
  Side first_side = open(first_, *pair.first);
  Side second_side = open(second_, *pair.second);
  std::optional<ErrorMapAxes> axes;
  if (options_.map_errors) axes = error_map_axes(first_.schema(), *pair.first);
  const TileComparison comparison(first, second, limit, axes);
  TileResult findings =
      compare_tiles(pair, comparison, axes ? &*axes : nullptr, first_side, second_side);
  const std::optional<ErrorTotals> errors = std::move(findings.errors);
  take_findings(std::move(findings), comparison.is_of_numbers(), result);
  if (errors) result.numbers->distribution = distribution_of(*errors, *axes);
  result.is_decoded = true;
  if (options_.check_levels && result.numbers && result.differing > 0) check_levels(pair, result);
}

void VariableComparer::check_levels(const VariablePair& pair, ComparedVariable& result) {
  const auto level_dimension = error_map_axes(first_.schema(), *pair.first).row_dimension;
  if (!level_dimension) return;
  const LevelChecker checker(first_.schema().variables[*pair.first],
                             second_.schema().variables[*pair.second], result.shape,
                             *level_dimension);
  Side first = open(first_, *pair.first);
  Side second = open(second_, *pair.second);
  const Tiling tiling = plan_level_tiling(first.tiled, second.tiled, *level_dimension, resources_);
  require_memory(tiling, pair.path);
  const auto chunks = find_written(pair);
  const auto written = chunks ? std::optional(chunks->tiles_of(tiling.tiles)) : std::nullopt;
  LevelChecks& checks = result.numbers->level_checks.emplace();
  look_at_tiles(
      [&](const model::Box& box, const std::byte* a, const std::byte* b) {
        return [&checks, found = checker.check(box, a, b)] { merge(found, checks); };
      },
      first, second, tiling, written);
  if (const auto others = written ? find_unwritten(*written, tiling.tiles) : std::nullopt) {
    model::Box level{tiling.tiles.offset(others->first_tile), result.shape};
    std::fill_n(level.count.begin(), *level_dimension, 1);
    const ValuesOfBoth values = read(level, first, second);
    LevelChecks found = checker.check(level, values.first, values.second);
    const std::size_t levels = others->value_count / level.value_count();
    found.levels *= levels;
    found.failed *= levels;
    merge(found, checks);
  }
}

VariableComparer::Side VariableComparer::open(model::Source& source, VariableId id) {
  const model::Schema& schema = source.schema();
  const model::Variable& variable = schema.variables[id];
  Side side{nullptr, {schema.shape(variable), {}, variable.type->size_bytes, false}};
  if (variable.storage.layout == model::Layout::chunked) {
    side.tiled.chunk_shape = variable.storage.chunk_shape;
  }
  if (auto chunks = find_chunk_values(source, id, chains_)) {
    side.values = transcode::make_chunk_source(source, id, std::move(*chunks));
    side.tiled.is_decoded_here = true;
  } else {
    side.values = open_through_store(source, id);
  }
  return side;
}

std::optional<VariableComparer::WrittenOfBoth> VariableComparer::find_written(
    const VariablePair& pair) {
  auto first = find_written_chunks({first_, *pair.first});
  auto second = first ? find_written_chunks({second_, *pair.second}) : std::nullopt;
  if (!second) return std::nullopt;
  return WrittenOfBoth{std::move(*first), std::move(*second)};
}

VariableComparer::Tiles VariableComparer::plan(const VariablePair& pair, const Side& first,
                                               const Side& second) {
  Tiles tiles{plan_tiling(first.tiled, second.tiled, resources_), {}};
  require_memory(tiles.tiling, pair.path);
  const auto chunks = find_written(pair);
  if (!chunks) return tiles;
  tiles.written = chunks->tiles_of(tiles.tiling.tiles);
  Tiling small = plan_tiling(first.tiled, second.tiled, resources_, SmallChunks::separate);
  auto written = chunks->tiles_of(small.tiles);
  const std::uint64_t value_bytes = first.tiled.value_bytes + second.tiled.value_bytes;
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

void VariableComparer::prepare_workers(const Tiling& tiling) {
  if (!pool_ || pool_->worker_count() != tiling.threads) pool_.emplace(tiling.threads);
  scratches_.clear();
  scratches_.resize(tiling.threads);
}

void VariableComparer::read_in_parts(Side& side, const Tiling& tiling) {
  side.values = make_part_source(
      std::move(side.values), {side.tiled.shape, side.tiled.chunk_shape}, side.tiled.value_bytes,
      {*pool_, [this](std::size_t worker) -> transcode::Scratch& { return scratches_[worker]; },
       tiling.max_parts});
}

TileResult VariableComparer::compare_tiles(const VariablePair& pair,
                                           const TileComparison& comparison,
                                           const ErrorMapAxes* axes, Side& first, Side& second) {
  const auto [tiling, written] = plan(pair, first, second);
  const std::size_t value_bytes = first.tiled.value_bytes;
  TileResult findings;
  look_at_tiles(
      [&](const model::Box& box, const std::byte* a, const std::byte* b) {
        return [this, &findings, bytes = box.value_count() * value_bytes,
                found = std::make_shared<TileResult>(comparison.compare(box, a, b))] {
          findings.merge(std::move(*found));
          on_compared_(bytes);
        };
      },
      first, second, tiling, written);
  if (const auto others = written ? find_unwritten(*written, tiling.tiles) : std::nullopt) {
    findings.merge(compare_unwritten(
        comparison, first, second, tiling.tiles.offset(others->first_tile), others->value_count,
        axes != nullptr ? count_unwritten(*axes, *written, tiling.tiles) : Counts()));
    on_compared_(others->value_count * value_bytes);
  }
  return findings;
}

TileResult VariableComparer::compare_unwritten(const TileComparison& comparison, Side& first,
                                               Side& second, std::vector<std::size_t> position,
                                               std::size_t count,
                                               const std::vector<std::uint64_t>& counts) {
  const std::vector<std::size_t> one(position.size(), 1);
  const model::Box box{std::move(position), one};
  const ValuesOfBoth values = read(box, first, second);
  TileResult findings = comparison.compare(box, values.first, values.second);
  findings.totals = NumberTotals::of_equal_pairs(findings.totals, count);
  if (findings.errors) findings.errors = ErrorTotals::of_equal_pairs(*findings.errors, counts);
  return findings;
}

VariableComparer::ValuesOfBoth VariableComparer::read(const model::Box& box, Side& first,
                                                      Side& second) {
  ValuesOfBoth values{first.values->read(box), second.values->read(box)};
  values.first = values.read_first->decode(scratches_.front()).data();
  values.second = values.read_second->decode(scratches_.front()).data();
  return values;
}

void VariableComparer::look_at_tiles(const LookAtTiles& look, Side& first, Side& second,
                                     const Tiling& tiling,
                                     const std::optional<std::vector<std::size_t>>& numbers) {
  prepare_workers(tiling);
  if (tiling.is_first_in_parts) read_in_parts(first, tiling);
  if (tiling.is_second_in_parts) read_in_parts(second, tiling);
  WorkInOrder<TileInWork> tiles;
  const std::size_t count = numbers ? numbers->size() : tiling.tiles.chunk_count();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t number = numbers ? (*numbers)[i] : i;
    base::throw_if_stopped();
    while (tiles.size() >= tiling.tiles_in_work) tiles.take_oldest()->take();
    const model::Box box = tiling.tiles.within(tiling.tiles.chunk_box(number));
    TileInWork& tile = tiles.add({box, first.values->read(box), second.values->read(box)});
    tile.is_done = pool_->start(
        [this, &look, &tile](std::size_t worker) { compare_tile(look, tile, scratches_[worker]); });
  }
  while (tiles.size() > 0) tiles.take_oldest()->take();
}

}  // namespace ncf::ops
