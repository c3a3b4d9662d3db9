// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/sample_pairs.hpp"

#include <algorithm>

#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "ops/values/value_scan.hpp"

namespace ncf::ops {
namespace {

using model::Box;

/// Returns the last slice of a box and the first one of the next box along a dimension.
Box edge_after(const Box& box, std::size_t dimension) {
  Box edge = box;
  edge.start[dimension] += box.count[dimension] - 1;
  edge.count[dimension] = 2;
  return edge;
}

}  // namespace

SamplePairs::SamplePairs(const model::Type& type, const std::vector<double>& missing,
                         const transcode::Recoding& recoding, model::Source& input)
    : type_(type), recoding_(recoding), reader_(recoding, input), counter_(type, missing) {}

SamplePairs::Counts SamplePairs::count(const Sample& sample, std::optional<std::size_t> stepped) {
  sample_.clear();
  waiting_.clear();
  for (const SampleChunk& chunk : sample.chunks) {
    for (const std::size_t number : chunk.numbers) sample_.emplace(number, &chunk);
  }
  Counts counts{PairsAlong(recoding_.target().extent().size()), {}};
  const auto look = [&](const Joined& joined) {
    const std::vector<std::byte> values = values_of(joined);
    add(joined.box, values, joined.only, counts.all);
    if (stepped && joined.only != stepped) add_steps(joined, values, *stepped, counts.of_steps);
  };
  join_sample(look);
  join_neighbours(sample, look);
  return counts;
}

void SamplePairs::add_steps(const Joined& joined, std::span<const std::byte> values,
                            std::size_t dimension, std::map<std::size_t, PairsAlong>& counts_of) {
  Box part = joined.box;
  const std::size_t end = part.start[dimension] + part.count[dimension];
  part.count[dimension] = 1;
  std::vector<std::byte> values_of_step(part.value_count() * type_.size_bytes);
  for (std::size_t& step = part.start[dimension]; step < end; ++step) {
    PairsAlong& counts = counts_of[step];
    counts.resize(part.count.size());
    model::copy_part(part, joined.box, values.data(), part, values_of_step.data(),
                     {type_.size_bytes});
    add(part, values_of_step, joined.only, counts);
  }
}

void SamplePairs::join_sample(const Look& look) const {
  std::vector<std::size_t> numbers;
  for (const auto& [number, chunk] : sample_) numbers.push_back(number);
  std::vector<std::size_t> ends_of_rows;
  for (const Row& row : rows_of(numbers)) {
    look(join(row));
    ends_of_rows.push_back(row.first + row.count - 1);
  }
  const std::size_t last = recoding_.target().extent().size() - 1;
  for (std::size_t i = 0; i < last; ++i) join_edges(numbers, i, look);
  join_edges(ends_of_rows, last, look);
}

void SamplePairs::join_edges(const std::vector<std::size_t>& numbers, std::size_t dimension,
                             const Look& look) const {
  std::vector<std::size_t> joined;
  for (const std::size_t number : numbers) {
    const auto next = number_after(number, dimension);
    if (next && sample_.contains(*next)) joined.push_back(number);
  }
  for (const Row& row : rows_of(joined)) {
    Joined edge = join(row);
    const Joined other = join({*number_after(row.first, dimension), row.count});
    edge.box = edge_after(edge.box, dimension);
    edge.chunks.insert(edge.chunks.end(), other.chunks.begin(), other.chunks.end());
    edge.only = dimension;
    look(edge);
  }
}

std::vector<SamplePairs::Row> SamplePairs::rows_of(const std::vector<std::size_t>& numbers) const {
  const std::size_t last = recoding_.target().extent().size() - 1;
  std::vector<Row> rows;
  for (const std::size_t number : numbers) {
    const bool follows = !rows.empty() && rows.back().first + rows.back().count == number &&
                         number_after(number - 1, last) == number;
    if (follows && rows.back().count < row_limit()) {
      ++rows.back().count;
    } else {
      rows.push_back({number, 1});
    }
  }
  return rows;
}

std::size_t SamplePairs::row_limit() const {
  const std::size_t chunk_bytes = recoding_.target().chunk_values() * type_.size_bytes;
  return std::max<std::size_t>(1, max_scan_tile_bytes / chunk_bytes);
}

SamplePairs::Joined SamplePairs::join(const Row& row) const {
  const model::ChunkGrid& grid = recoding_.target();
  Joined joined{grid.chunk_box(row.first), {}};
  if (row.count > 1) joined.box.count.back() *= row.count;
  joined.box = grid.within(joined.box);
  for (std::size_t number = row.first; number < row.first + row.count; ++number) {
    joined.chunks.push_back({grid.chunk_box(number), sample_.at(number)});
  }
  return joined;
}

std::optional<std::size_t> SamplePairs::number_after(std::size_t number,
                                                     std::size_t dimension) const {
  std::vector<std::size_t> start = recoding_.target().offset(number);
  start[dimension] += recoding_.target().chunk_shape()[dimension];
  return recoding_.target().find_chunk_at(start);
}

void SamplePairs::join_neighbours(const Sample& sample, const Look& look) {
  for (const SampleChunk& chunk : sample.chunks) {
    const Box alone = recoding_.target().within(chunk.box);
    for (std::size_t i = 0; i < alone.count.size(); ++i) {
      if (alone.count[i] == 1) wait_for_next({chunk.numbers.front(), i});
    }
  }
  while (!waiting_.empty()) {
    const auto first = waiting_.extract(waiting_.begin());
    join_waiting(first.key(), first.mapped(), look);
  }
}

void SamplePairs::wait_for_next(const Waiting& one) {
  const auto next = number_after(one.number, one.dimension);
  if (!next) {
    wait_for_previous(one);
  } else if (!sample_.contains(*next)) {
    waiting_[*next].push_back(one);
  }
}

void SamplePairs::wait_for_previous(const Waiting& one) {
  std::vector<std::size_t> start = recoding_.target().offset(one.number);
  if (start[one.dimension] == 0) return;
  --start[one.dimension];
  const std::size_t previous = recoding_.target().find_chunk_at(start).value();
  if (!sample_.contains(previous)) waiting_[previous].push_back(one);
}

void SamplePairs::join_waiting(std::size_t number, const std::vector<Waiting>& waiting,
                               const Look& look) {
  const model::ChunkGrid& grid = recoding_.target();
  const auto read = reader_.read(number);
  for (const Waiting& one : waiting) {
    if (read) {
      const Box before = grid.within(grid.chunk_box(std::min(number, one.number)));
      look({edge_after(before, one.dimension),
            {{grid.chunk_box(one.number), sample_.at(one.number)}, {read->box, &*read}},
            one.dimension});
    } else if (number > one.number) {
      wait_for_previous(one);
    }
  }
}

std::vector<std::byte> SamplePairs::values_of(const Joined& joined) const {
  const bool is_swapped = model::is_foreign(recoding_.to().form.byte_order);
  std::vector<std::byte> values(joined.box.value_count() * type_.size_bytes);
  for (const auto& [box, chunk] : joined.chunks) {
    model::copy_part(model::intersection(joined.box, box), box, chunk->elements().data(),
                     joined.box, values.data(), {type_.size_bytes, is_swapped});
  }
  return values;
}

void SamplePairs::add(const Box& box, std::span<const std::byte> values,
                      std::optional<std::size_t> only, PairsAlong& counts) {
  const PairsAlong found = counter_.count(box, values);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (!only || only == i) counts[i].merge(found[i]);
  }
}

}  // namespace ncf::ops
