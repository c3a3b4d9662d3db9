// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/values/box_writer.hpp"

#include <algorithm>

#include "base/threads/stop.hpp"
#include "model/grid/box.hpp"

namespace ncf::transcode {
namespace {

using model::Box;
using model::ChunkGrid;

/// Returns `box` enlarged to whole chunks, cut off at the end of the variable.
Box whole_chunks(const ChunkGrid& grid, Box box) {
  for (std::size_t i = 0; i < box.start.size(); ++i) {
    const std::size_t chunk = grid.chunk_shape()[i];
    const std::size_t begin = box.start[i] / chunk * chunk;
    const std::size_t end = (box.start[i] + box.count[i] + chunk - 1) / chunk * chunk;
    box.start[i] = begin;
    box.count[i] = std::min(end, grid.extent()[i]) - begin;
  }
  return box;
}

}  // namespace

BoxWriter::BoxWriter(model::Target& output, std::size_t threads, std::uint64_t window_bytes)
    : output_(output), window_bytes_(window_bytes), pool_(threads) {
  scratches_.resize(pool_.worker_count());
}

// Copying costs little compared with the reading before it and the encoding after it.
void BoxWriter::write(const Recoding& recoding, const Box& box, const Box& given,
                      std::span<const std::byte> elements) {
  const Box whole = whole_chunks(recoding.target(), box);
  while (!parts_.is_empty() &&
         parts_.bytes() + whole.value_count() * recoding.element_bytes() > window_bytes_) {
    write_oldest();
  }
  const auto tile = std::make_shared<Tile>(recoding, whole, memory_);
  for (const Box& missing : model::difference(whole, box)) tile->add_missing(missing);
  tile->expect_data(whole);
  tile->place(given, {elements}, own_scratch_);
  const filter::EncoderStrategies& strategies = strategies_of(*tile);
  for (const std::span<TargetChunk> targets : tile->parts()) {
    parts_.start(pool_, {tile, box, targets}, targets.size() * recoding.target_bytes(),
                 [this, &strategies](const Part& part, std::size_t worker) {
                   encode(part, strategies, scratches_[worker]);
                 });
  }
  while (!parts_.is_empty() && parts_.has_oldest_ended()) write_oldest();
}

void BoxWriter::finish() {
  while (!parts_.is_empty()) write_oldest();
}

// The first chunk of a variable, in its first box, decides how all chunks are encoded.
const filter::EncoderStrategies& BoxWriter::strategies_of(Tile& tile) {
  const auto [strategies, is_new] = strategies_.try_emplace(tile.recoding().to().id);
  if (is_new) {
    at_chunk(output_.name(), tile, tile.targets().front().box,
             [&, &found = strategies->second] { found = tile.choose_strategies(own_scratch_); });
  }
  return strategies->second;
}

void BoxWriter::encode(const Part& part, const filter::EncoderStrategies& strategies,
                       Scratch& scratch) {
  Tile& tile = *part.tile;
  for (TargetChunk& target : part.targets) {
    at_chunk(output_.name(), tile, target.box, [&] {
      tile.complete(target);
      if (tile.keeps_bound(target)) return tile.encode(target, strategies, scratch);
      const auto excess = tile.encode_and_compare(target, strategies, scratch);
      const std::lock_guard lock(mutex_);
      add_excess(excesses_, tile.recoding().to().id, excess);
    });
  }
}

// Not before, so that the order of changes to the output does not depend on the workers.
void BoxWriter::extend(const Part& part) {
  const model::VariableId id = part.tile->recoding().to().id;
  const std::vector<std::size_t> before = output_.stored_form(id).extent;
  std::vector<std::size_t> extent = before;
  for (std::size_t i = 0; i < extent.size(); ++i) {
    extent[i] = std::max(extent[i], part.box.start[i] + part.box.count[i]);
  }
  if (extent != before) output_.extend(id, extent);
}

void BoxWriter::write_oldest() {
  const Part part = parts_.end_oldest();
  extend(part);
  std::vector<model::PlacedChunk> placed;
  std::vector<std::span<const std::byte>> bytes;
  for (const TargetChunk& target : part.targets) {
    base::throw_if_stopped();
    placed.push_back(output_.place_chunk(part.tile->recoding().to().id, target.box.start,
                                         target.encoded.size(), target.stored.filter_mask));
    bytes.push_back(target.encoded);
  }
  output_.write_placed(placed, bytes);
  for (TargetChunk& target : part.targets) part.tile->free(target);
}

}  // namespace ncf::transcode
