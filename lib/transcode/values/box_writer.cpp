// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/values/box_writer.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/threads/in_order.hpp"
#include "base/threads/stop.hpp"
#include "base/threads/worker_pool.hpp"
#include "model/grid/box.hpp"
#include "transcode/tiles/tile.hpp"

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

class BoxWriter::Work {
 public:
  Work(model::Target& output, std::size_t threads, std::uint64_t window_bytes)
      : output_(output), window_bytes_(window_bytes), pool_(threads) {
    scratches_.resize(pool_.worker_count());
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  ~Work() = default;

  void write(const Recoding& recoding, const Box& box, const Box& given,
             std::span<const std::byte> elements) {
    const Box whole = whole_chunks(recoding.target(), box);
    while (!parts_.is_empty() &&
           parts_.bytes() + whole.value_count() * recoding.element_bytes() > window_bytes_) {
      write_oldest();
    }
    const auto tile = std::make_shared<Tile>(recoding, whole, memory_);
    place(*tile, box, given, elements);
    submit(tile, box, strategies_of(*tile));
    while (!parts_.is_empty() && parts_.has_oldest_ended()) write_oldest();
  }

  void finish() {
    while (!parts_.is_empty()) write_oldest();
  }

  [[nodiscard]] const Excesses& excesses() const noexcept { return excesses_; }

 private:
  /// Consecutive chunks of a tile that one job encodes.
  struct Part {
    std::shared_ptr<Tile> tile;
    Box box;  ///< of the elements in the tile
    std::span<TargetChunk> targets;
  };

  // Copying costs little compared with the reading before it and the encoding after it.
  void place(Tile& tile, const Box& box, const Box& given, std::span<const std::byte> elements) {
    for (const Box& missing : model::difference(tile.box(), box)) tile.add_missing(missing);
    tile.expect_data(tile.box());
    tile.place(given, {elements}, own_scratch_);
  }

  // The first chunk of a variable, in its first box, decides how all chunks are encoded.
  const filter::EncoderStrategies& strategies_of(Tile& tile) {
    const auto [strategies, is_new] = strategies_.try_emplace(tile.recoding().to().id);
    if (is_new) {
      at_chunk(output_.name(), tile, tile.targets().front().box,
               [&, &found = strategies->second] { found = tile.choose_strategies(own_scratch_); });
    }
    return strategies->second;
  }

  void submit(const std::shared_ptr<Tile>& tile, const Box& box,
              const filter::EncoderStrategies& strategies) {
    for (const std::span<TargetChunk> targets : tile->parts()) {
      parts_.start(pool_, {tile, box, targets}, targets.size() * tile->recoding().target_bytes(),
                   [this, &strategies](Part& part, std::size_t worker) {
                     encode(*part.tile, part.targets, strategies, scratches_[worker]);
                   });
    }
  }

  void encode(Tile& tile, std::span<TargetChunk> targets,
              const filter::EncoderStrategies& strategies, Scratch& scratch) {
    for (TargetChunk& target : targets) {
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
  void extend(const Part& part) {
    const model::VariableId id = part.tile->recoding().to().id;
    const std::vector<std::size_t> before = output_.stored_form(id).extent;
    std::vector<std::size_t> extent = before;
    for (std::size_t i = 0; i < extent.size(); ++i) {
      extent[i] = std::max(extent[i], part.box.start[i] + part.box.count[i]);
    }
    if (extent != before) output_.extend(id, extent);
  }

  void write_oldest() {
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

  model::Target& output_;
  std::uint64_t window_bytes_;
  std::map<model::VariableId, filter::EncoderStrategies>
      strategies_;    ///< of variables already begun
  std::mutex mutex_;  ///< for `excesses_` while workers encode
  Excesses excesses_;
  base::SpareBuffers memory_;  ///< for tiles
  Scratch own_scratch_;
  std::vector<Scratch> scratches_;  ///< one per worker
  base::WorkerPool pool_;
  base::InOrder<Part> parts_;  ///< last: their jobs use the rest
};

BoxWriter::BoxWriter(model::Target& output, std::size_t threads, std::uint64_t window_bytes)
    : work_(std::make_unique<Work>(output, threads, window_bytes)) {}

BoxWriter::~BoxWriter() = default;

void BoxWriter::write(const Recoding& recoding, const Box& box, const Box& given,
                      std::span<const std::byte> elements) {
  work_->write(recoding, box, given, elements);
}

void BoxWriter::finish() { work_->finish(); }

const Excesses& BoxWriter::excesses() const noexcept { return work_->excesses(); }

}  // namespace ncf::transcode
