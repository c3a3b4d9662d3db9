// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/sample_pairs.hpp"

#include <algorithm>

#include "model/values/block.hpp"
#include "model/values/element.hpp"

namespace ncf::ops {
namespace {

using model::Box;

/// Returns the box that covers two adjacent ones.
Box cover(const Box& a, const Box& b, std::size_t dimension) {
  Box both = a;
  both.start[dimension] = std::min(a.start[dimension], b.start[dimension]);
  both.count[dimension] = a.count[dimension] + b.count[dimension];
  return both;
}

}  // namespace

SamplePairs::SamplePairs(const model::Type& type, const std::vector<double>& missing,
                         const transcode::Recoding& recoding, model::Source& input)
    : type_(type), recoding_(recoding), reader_(recoding, input), counter_(type, missing) {}

PairsAlong SamplePairs::count(const Sample& sample) {
  PairsAlong counts(recoding_.target().extent().size());
  for_each(sample, std::nullopt, [&](const Joined& joined) { add(joined, joined.box, counts); });
  return counts;
}

std::map<std::size_t, PairsAlong> SamplePairs::count_steps(const Sample& sample,
                                                           std::size_t dimension) {
  std::map<std::size_t, PairsAlong> counts_of;
  for_each(sample, dimension, [&](const Joined& joined) {
    Box part = joined.box;
    const std::size_t end = part.start[dimension] + part.count[dimension];
    part.count[dimension] = 1;
    for (std::size_t& step = part.start[dimension]; step < end; ++step) {
      PairsAlong& counts = counts_of[step];
      counts.resize(part.count.size());
      add(joined, part, counts);
    }
  });
  return counts_of;
}

void SamplePairs::for_each(const Sample& sample, std::optional<std::size_t> skipped,
                           const std::function<void(const Joined&)>& look) {
  const model::ChunkGrid& grid = recoding_.target();
  for (const SampleChunk& chunk : sample.chunks) {
    const Box alone = grid.within(chunk.box);
    look({alone, {&chunk}});
    for (std::size_t i = 0; i < alone.count.size(); ++i) {
      if (alone.count[i] > 1 || i == skipped) continue;
      const auto neighbour = read_neighbour(sample, chunk.box, i);
      if (!neighbour) continue;
      look({cover(alone, grid.within(neighbour->box), i), {&chunk, &*neighbour}, i});
    }
  }
}

std::optional<SampleChunk> SamplePairs::read_neighbour(const Sample& sample, const Box& chunk,
                                                       std::size_t dimension) {
  const model::ChunkGrid& grid = recoding_.target();
  const std::size_t length = chunk.count[dimension];
  std::vector<std::size_t> position = chunk.start;
  position[dimension] += length;
  std::optional<SampleChunk> found;
  if (const auto next = grid.find_chunk_at(position)) found = reader_.read(*next);
  if (found || chunk.start[dimension] == 0) return found;
  position[dimension] = chunk.start[dimension] - length;
  // This pair of chunks is counted for the other one.
  const bool is_in_sample = std::ranges::any_of(
      sample.chunks, [&](const SampleChunk& other) { return other.box.start == position; });
  if (is_in_sample) return std::nullopt;
  return reader_.read(grid.find_chunk_at(position).value());
}

void SamplePairs::add(const Joined& joined, const Box& part, PairsAlong& counts) {
  const bool is_swapped = model::is_foreign(recoding_.to().form.byte_order);
  std::vector<std::byte> values(part.value_count() * type_.size_bytes);
  for (const SampleChunk* chunk : joined.chunks) {
    const Box inside = model::intersection(part, chunk->box);
    model::copy_part(inside, chunk->box, chunk->elements().data(), part, values.data(),
                     {type_.size_bytes, is_swapped});
  }
  const PairsAlong found = counter_.count(part, values);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (!joined.only || joined.only == i) counts[i].merge(found[i]);
  }
}

}  // namespace ncf::ops
