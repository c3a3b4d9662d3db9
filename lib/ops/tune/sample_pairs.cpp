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

SamplePairs::Counts SamplePairs::count(const Sample& sample, std::optional<std::size_t> stepped) {
  sample_.clear();
  waiting_.clear();
  for (const SampleChunk& chunk : sample.chunks) sample_.emplace(number_of(chunk), &chunk);
  Counts counts{PairsAlong(recoding_.target().extent().size()), {}};
  const auto look = [&](const Joined& joined) {
    add(joined, joined.box, counts.all);
    if (stepped && joined.only != stepped) add_steps(joined, *stepped, counts.of_steps);
  };
  for (const SampleChunk& chunk : sample.chunks) {
    look({recoding_.target().within(chunk.box), {&chunk}});
  }
  join_neighbours(sample, look);
  return counts;
}

void SamplePairs::add_steps(const Joined& joined, std::size_t dimension,
                            std::map<std::size_t, PairsAlong>& counts_of) {
  Box part = joined.box;
  const std::size_t end = part.start[dimension] + part.count[dimension];
  part.count[dimension] = 1;
  for (std::size_t& step = part.start[dimension]; step < end; ++step) {
    PairsAlong& counts = counts_of[step];
    counts.resize(part.count.size());
    add(joined, part, counts);
  }
}

void SamplePairs::join_neighbours(const Sample& sample, const Look& look) {
  for (const SampleChunk& chunk : sample.chunks) {
    const Box alone = recoding_.target().within(chunk.box);
    for (std::size_t i = 0; i < alone.count.size(); ++i) {
      if (alone.count[i] == 1) wait_for_next({&chunk, i});
    }
  }
  while (!waiting_.empty()) {
    const auto first = waiting_.extract(waiting_.begin());
    join_waiting(first.key(), first.mapped(), look);
  }
}

void SamplePairs::wait_for_next(const Waiting& one) {
  std::vector<std::size_t> start = one.chunk->box.start;
  start[one.dimension] += one.chunk->box.count[one.dimension];
  if (const auto next = recoding_.target().find_chunk_at(start)) {
    waiting_[*next].push_back(one);
  } else {
    wait_for_previous(one);
  }
}

void SamplePairs::wait_for_previous(const Waiting& one) {
  std::vector<std::size_t> start = one.chunk->box.start;
  if (start[one.dimension] == 0) return;
  start[one.dimension] -= one.chunk->box.count[one.dimension];
  const std::size_t previous = recoding_.target().find_chunk_at(start).value();
  if (!sample_.contains(previous)) waiting_[previous].push_back(one);
}

void SamplePairs::join_waiting(std::size_t number, const std::vector<Waiting>& waiting,
                               const Look& look) {
  const model::ChunkGrid& grid = recoding_.target();
  std::optional<SampleChunk> read;
  const SampleChunk* neighbour = nullptr;
  if (const auto known = sample_.find(number); known != sample_.end()) {
    neighbour = known->second;
  } else if ((read = reader_.read(number))) {
    neighbour = &*read;
  }
  for (const Waiting& one : waiting) {
    if (neighbour != nullptr) {
      look({cover(grid.within(one.chunk->box), grid.within(neighbour->box), one.dimension),
            {one.chunk, neighbour},
            one.dimension});
    } else if (number > number_of(*one.chunk)) {
      wait_for_previous(one);
    }
  }
}

std::size_t SamplePairs::number_of(const SampleChunk& chunk) const {
  return recoding_.target().find_chunk_at(chunk.box.start).value();
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
