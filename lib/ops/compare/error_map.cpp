// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/error_map.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "ops/values/coordinate_texts.hpp"

namespace ncf::ops {
namespace {

constexpr std::size_t most_ranges = 24;

/// The largest numbers of rows and of columns of a map, if few variables have one.
constexpr std::size_t most_error_rows = 240;
constexpr std::size_t most_error_columns = 480;

/// Returns the index of an error in ErrorTotals::by_decade.
std::size_t decade_index(double error) {
  if (error == 0) return 0;
  constexpr double least = ErrorTotals::least_decade;
  const double decade = std::floor(std::log10(error));
  return static_cast<std::size_t>(std::clamp(decade, least, double{ErrorTotals::most_decade}) -
                                  least) +
         1;
}

/// Returns the smallest error with this index.
double least_error(std::size_t index) {
  return index < 2 ? 0 : std::pow(10, ErrorTotals::least_decade + static_cast<int>(index) - 1);
}

/// Returns the cells of the positions in a box along a dimension.
std::vector<std::size_t> cells_of(const MapAxis& axis, const std::optional<std::size_t>& dimension,
                                  const model::Box& box) {
  if (!dimension) return {0};
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < box.count[*dimension]; ++i) {
    cells.push_back(cell_of(axis, box.start[*dimension] + i));
  }
  return cells;
}

/// Returns how many positions in a box along a dimension each cell of its block contains.
std::vector<std::uint64_t> count_positions(const std::vector<std::size_t>& cells) {
  std::vector<std::uint64_t> counts(cells.back() - cells.front() + 1);
  for (const std::size_t cell : cells) ++counts[cell - cells.front()];
  return counts;
}

std::vector<ErrorRange> ranges_of(const ErrorTotals& totals) {
  const auto& counts = totals.by_decade;
  std::size_t end = counts.size();
  while (end > 1 && counts[end - 1] == 0) --end;
  const std::size_t first = end > most_ranges ? end - most_ranges : 1;
  std::vector<ErrorRange> ranges{{0, 0, counts[0]}};
  std::uint64_t smaller = 0;
  for (std::size_t i = 1; i < first; ++i) smaller += counts[i];
  if (smaller > 0) ranges.push_back({0, least_error(first), smaller});
  for (std::size_t i = first; i < end; ++i) {
    if (ranges.size() == 1 && counts[i] == 0) continue;
    ranges.push_back({least_error(i), least_error(i + 1), counts[i]});
  }
  return ranges;
}

}  // namespace

ErrorMapAxes error_map_axes(const model::Schema& schema, model::VariableId id, std::size_t maps) {
  constexpr double full_maps = 10;
  const double part = std::sqrt(std::min(1.0, full_maps / static_cast<double>(maps)));
  const auto most = [&](std::size_t cells) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(part * static_cast<double>(cells)));
  };
  const model::Variable& variable = schema.variables[id];
  const std::vector<std::size_t> shape = schema.shape(variable);
  ErrorMapAxes axes;
  for (std::size_t i = shape.size(); i-- > 0 && !axes.row_dimension;) {
    if (shape[i] < 2) continue;
    const bool is_across = !axes.column_dimension;
    (is_across ? axes.column_dimension : axes.row_dimension) = i;
    (is_across ? axes.across : axes.down) =
        MapAxis{schema.dimensions[variable.dimensions[i]].name, shape[i],
                std::min(shape[i], most(is_across ? most_error_columns : most_error_rows))};
  }
  return axes;
}

CellBlock block_of(const ErrorMapAxes& axes, const model::Box& box) {
  const auto rows = cells_of(axes.down, axes.row_dimension, box);
  const auto columns = cells_of(axes.across, axes.column_dimension, box);
  return {rows.front(), columns.front(), rows.back() - rows.front() + 1,
          columns.back() - columns.front() + 1};
}

void ErrorTotals::merge(const ErrorTotals& other) {
  std::ranges::transform(by_decade, other.by_decade, by_decade.begin(), std::plus<>());
  for (std::size_t i = 0; i < other.cells.size(); ++i) {
    Cell& cell = cells[other.block.index_in(block, i)];
    cell.pairs += other.cells[i].pairs;
    cell.largest = std::max(cell.largest, other.cells[i].largest);
    cell.differences += other.cells[i].differences;
    cell.squares += other.cells[i].squares;
  }
}

ErrorTotals ErrorTotals::of_map(const ErrorMapAxes& axes) {
  ErrorTotals totals;
  totals.block = {0, 0, axes.down.cells, axes.across.cells};
  totals.cells.resize(axes.down.cells * axes.across.cells);
  return totals;
}

ErrorTotals ErrorTotals::of_equal_pairs(const ErrorTotals& pair, const ErrorMapAxes& axes,
                                        const std::vector<std::uint64_t>& counts) {
  ErrorTotals totals = of_map(axes);
  const auto one = std::ranges::find(pair.cells, std::uint64_t{1}, &Cell::pairs);
  if (one == pair.cells.end()) return totals;
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto count = static_cast<double>(counts[i]);
    totals.cells[i] = {counts[i], counts[i] > 0 ? one->largest : 0, one->differences * count,
                       one->squares * count};
    pairs += counts[i];
  }
  for (std::size_t i = 0; i < totals.by_decade.size(); ++i) {
    totals.by_decade[i] = pair.by_decade[i] * pairs;
  }
  return totals;
}

std::vector<std::uint64_t> count_in_cells(const ErrorMapAxes& axes, const model::Box& box) {
  const auto rows = count_positions(cells_of(axes.down, axes.row_dimension, box));
  const auto columns = count_positions(cells_of(axes.across, axes.column_dimension, box));
  std::uint64_t others = 1;
  for (std::size_t i = 0; i < box.count.size(); ++i) {
    if (i != axes.row_dimension && i != axes.column_dimension) others *= box.count[i];
  }
  std::vector<std::uint64_t> counts;
  for (const std::uint64_t row : rows) {
    for (const std::uint64_t column : columns) counts.push_back(row * column * others);
  }
  return counts;
}

ErrorDistribution distribution_of(const ErrorTotals& totals, const ErrorMapAxes& axes) {
  ErrorDistribution distribution{ranges_of(totals), axes.down, axes.across, {}};
  for (const ErrorTotals::Cell& cell : totals.cells) {
    const auto pairs = static_cast<double>(std::max<std::uint64_t>(1, cell.pairs));
    distribution.cells.push_back(
        {cell.pairs, cell.largest, cell.differences / pairs, std::sqrt(cell.squares / pairs)});
  }
  return distribution;
}

ErrorMapper::ErrorMapper(const ErrorMapAxes& axes, const model::Box& box)
    : row_begins_(cells_of(axes.down, axes.row_dimension, box)),
      column_cells_(cells_of(axes.across, axes.column_dimension, box)) {
  const CellBlock block = block_of(axes, box);
  for (std::size_t& row : row_begins_) row = (row - block.first_row) * block.columns;
  for (std::size_t& column : column_cells_) column -= block.first_column;
  totals_.block = block;
  totals_.cells.resize(block.rows * block.columns);
}

void ErrorMapper::add(const Pairs& pairs, std::size_t begin, bool has_places) {
  for (std::size_t i = 0; i < pairs.count; ++i) {
    const std::size_t position = begin + (has_places ? pairs.place[i] : i);
    if (position >= row_end_) enter_row(position);
    const double error = std::abs(pairs.difference[i]);
    ErrorTotals::Cell& cell = row_[column_cells_[position - row_begin_]];
    ++cell.pairs;
    cell.largest = std::max(cell.largest, error);
    cell.differences += pairs.difference[i];
    cell.squares += error * error;
    ++totals_.by_decade[decade_index(error)];
  }
}

// All dimensions after that of the rows, except that of the columns, have length 1.
void ErrorMapper::enter_row(std::size_t position) {
  const std::size_t columns = column_cells_.size();
  const std::size_t row = position / columns;
  row_begin_ = row * columns;
  row_end_ = row_begin_ + columns;
  row_ = &totals_.cells[row_begins_[row % row_begins_.size()]];
}

}  // namespace ncf::ops
