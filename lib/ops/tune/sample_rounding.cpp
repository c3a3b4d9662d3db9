// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/sample_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/memory/bytes.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "model/values/numbers.hpp"
#include "ops/rounding/measured_rounding.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/values/value_scan.hpp"

namespace ncf::ops {
namespace {

using model::Box;
using model::Quantization;

/// Returns the last slice of a box and the first one of the next box along a dimension.
Box edge_after(const Box& box, std::size_t dimension) {
  Box edge = box;
  edge.start[dimension] += box.count[dimension] - 1;
  edge.count[dimension] = 2;
  return edge;
}

/// Counts pairs in a sample, see `count_pairs`.
class SamplePairs {
 public:
  SamplePairs(const model::Type& type, const std::vector<double>& missing,
              const transcode::Recoding& recoding, model::Source& input)
      : type_(type), recoding_(recoding), reader_(recoding, input), counter_(type, missing) {}

  PairCounts count(const Sample& sample, std::optional<std::size_t> stepped) {
    for (const SampleChunk& chunk : sample.chunks) {
      for (const std::size_t number : chunk.numbers) sample_.emplace(number, &chunk);
    }
    PairCounts counts{PairsAlong(recoding_.target().extent().size()), {}};
    const auto look = [&](const Joined& joined) {
      const std::vector<std::byte> values = values_of(joined);
      add(joined.box, values, joined.only, counts.all);
      if (stepped && joined.only != stepped) add_steps(joined, values, *stepped, counts.of_steps);
    };
    join_sample(look);
    join_neighbours(sample, look);
    return counts;
  }

 private:
  /// A chunk at its place in the variable. A constant one can have many.
  struct PlacedChunk {
    model::Box box;
    const SampleChunk* chunk;
  };

  /// Chunks that together contain `box`. Pairs are counted along the dimension `only`, or along all
  /// if it is empty.
  struct Joined {
    model::Box box;
    std::vector<PlacedChunk> chunks;
    std::optional<std::size_t> only = {};
  };

  using Look = std::function<void(const Joined&)>;

  /// Chunks that follow each other along the fastest dimension. They are joined to see runs of
  /// equal values as in the whole variable.
  struct Row {
    std::size_t first;  ///< number of a chunk
    std::size_t count;
  };

  /// A chunk of the sample that is to be joined with one outside it along a dimension.
  struct Waiting {
    std::size_t number;
    std::size_t dimension;
  };

  /// values: of `joined`.
  void add_steps(const Joined& joined, std::span<const std::byte> values, std::size_t dimension,
                 std::map<std::size_t, PairsAlong>& counts_of) {
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

  /// Calls `look` with each row of the sample, and with the edges between its chunks.
  void join_sample(const Look& look) const {
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

  /// Calls `look` with the edges between these chunks and those that follow along a dimension.
  void join_edges(const std::vector<std::size_t>& numbers, std::size_t dimension,
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

  /// numbers: ascending, of chunks in the sample.
  [[nodiscard]] std::vector<Row> rows_of(const std::vector<std::size_t>& numbers) const {
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

  /// Returns the most chunks in a row: it is no longer than a tile of a copy's plan.
  [[nodiscard]] std::size_t row_limit() const {
    const std::size_t chunk_bytes = recoding_.target().chunk_values() * type_.size_bytes;
    return std::max<std::size_t>(1, max_scan_tile_bytes / chunk_bytes);
  }

  [[nodiscard]] Joined join(const Row& row) const {
    const model::ChunkGrid& grid = recoding_.target();
    Joined joined{grid.chunk_box(row.first), {}};
    if (row.count > 1) joined.box.count.back() *= row.count;
    joined.box = grid.within(joined.box);
    for (std::size_t number = row.first; number < row.first + row.count; ++number) {
      joined.chunks.push_back({grid.chunk_box(number), sample_.at(number)});
    }
    return joined;
  }

  /// Returns the number of the chunk that follows along a dimension.
  [[nodiscard]] std::optional<std::size_t> number_after(std::size_t number,
                                                        std::size_t dimension) const {
    std::vector<std::size_t> start = recoding_.target().offset(number);
    start[dimension] += recoding_.target().chunk_shape()[dimension];
    return recoding_.target().find_chunk_at(start);
  }

  /// Calls `look` with each chunk joined with neighbours that are read in addition.
  void join_neighbours(const Sample& sample, const Look& look) {
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

  /// Lets a chunk wait for the one that follows along a dimension, unless that is in the sample.
  void wait_for_next(const Waiting& one) {
    const auto next = number_after(one.number, one.dimension);
    if (!next) {
      wait_for_previous(one);
    } else if (!sample_.contains(*next)) {
      waiting_[*next].push_back(one);
    }
  }

  /// Lets it wait for the one before, unless that is in the sample.
  void wait_for_previous(const Waiting& one) {
    std::vector<std::size_t> start = recoding_.target().offset(one.number);
    if (start[one.dimension] == 0) return;
    --start[one.dimension];
    const std::size_t previous = recoding_.target().find_chunk_at(start).value();
    if (!sample_.contains(previous)) waiting_[previous].push_back(one);
  }

  /// Joins those that wait for a chunk with it. If it is missing, they wait for the one before.
  void join_waiting(std::size_t number, const std::vector<Waiting>& waiting, const Look& look) {
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

  /// Returns the values of the box, in the native byte order.
  [[nodiscard]] std::vector<std::byte> values_of(const Joined& joined) const {
    const bool is_swapped = model::is_foreign(recoding_.to().form.byte_order);
    std::vector<std::byte> values(joined.box.value_count() * type_.size_bytes);
    for (const auto& [box, chunk] : joined.chunks) {
      model::copy_part(model::intersection(joined.box, box), box, chunk->elements().data(),
                       joined.box, values.data(), {type_.size_bytes, is_swapped});
    }
    return values;
  }

  void add(const Box& box, std::span<const std::byte> values, std::optional<std::size_t> only,
           PairsAlong& counts) {
    const PairsAlong found = counter_.count(box, values);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (!only || only == i) counts[i].merge(found[i]);
    }
  }

  const model::Type& type_;
  const transcode::Recoding& recoding_;
  SampleReader reader_;
  std::map<std::size_t, const SampleChunk*> sample_;  ///< by number
  /// By the number of the chunk that they wait for, the largest first: if that is missing, they
  /// wait for a smaller number. So no chunk is read twice.
  std::map<std::size_t, std::vector<Waiting>, std::greater<>> waiting_;
  transcode::BitPairCounter counter_;
};

}  // namespace

PairCounts count_pairs(const Sample& sample, const model::Type& type,
                       const std::vector<double>& missing, const transcode::Recoding& recoding,
                       model::Source& input, std::optional<std::size_t> stepped) {
  return SamplePairs(type, missing, recoding, input).count(sample, stepped);
}

SampleRounding::SampleRounding(const model::Schema& schema, model::VariableId variable,
                               const transcode::Recoding& recoding)
    : schema_(schema),
      id_(variable),
      type_(*schema.variables[variable].type),
      recoding_(recoding),
      missing_(missing_values_of(schema.variables[variable])) {}

std::vector<Quantization> SampleRounding::choices(const Bound& bound, const Sample& sample) const {
  const double unseen = sample.is_whole ? 1 : 2;
  return roundings_within(bound, type_, unseen * largest_magnitude(sample));
}

SampleInformation SampleRounding::information(double share, const Sample& sample,
                                              model::Source& input,
                                              std::optional<std::size_t> stepped) const {
  const auto information_in = [&](const PairsAlong& counts) {
    return information_along_dimensions(schema_, schema_.variables[id_], counts, share);
  };
  const auto counts = count_pairs(sample, type_, missing_, recoding_, input, stepped);
  SampleInformation found{information_in(counts.all), {}};
  for (const auto& [step, counts_of_step] : counts.of_steps) {
    auto of_step = information_in(counts_of_step);
    if (!of_step.empty()) found.steps.push_back({step, std::move(of_step)});
  }
  return found;
}

transcode::Quantizer SampleRounding::quantizer(const Quantization& rounding) const {
  return make_quantizer(schema_.variables[id_], {rounding});
}

double SampleRounding::apply(const transcode::Quantizer& quantizer, SampleChunk& chunk) const {
  set_byte_order(chunk.elements());
  const double change = quantizer.apply(chunk.elements(), chunk.box, recoding_.target().extent());
  set_byte_order(chunk.elements());
  return change;
}

double SampleRounding::largest_change(std::span<const std::byte> before,
                                      std::span<const std::byte> after) const {
  const std::vector<double> exact = numbers_of(before);
  const std::vector<double> changed = numbers_of(after);
  double largest = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double change = std::abs(changed[i] - exact[i]);
    if (change > largest && std::isfinite(change)) largest = change;
  }
  return largest;
}

double SampleRounding::largest_magnitude(const Sample& sample) const {
  double largest = 0;
  for (const SampleChunk& chunk : sample.chunks) {
    for (const double number : numbers_of(chunk.elements())) {
      const double magnitude = std::abs(number);
      if (magnitude <= largest || !std::isfinite(magnitude)) continue;
      if (std::ranges::find(missing_, number) == missing_.end()) largest = magnitude;
    }
  }
  return largest;
}

std::vector<double> SampleRounding::numbers_of(std::span<const std::byte> elements) const {
  model::Values native(schema_.variables[id_].type, elements.size() / type_.size_bytes);
  base::copy_bytes(elements, native.data());
  set_byte_order({native.data(), elements.size()});
  return model::to_doubles(native);
}

// Swaps between the copy's byte order and the native one.
void SampleRounding::set_byte_order(std::span<std::byte> elements) const {
  if (model::is_foreign(recoding_.to().form.byte_order)) {
    model::swap_elements(elements, recoding_.element_bytes());
  }
}

}  // namespace ncf::ops
