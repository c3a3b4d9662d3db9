// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Encodes values that arrive box by box into chunks. The calling thread is the I/O thread: only it
// writes to the target. Worker threads encode the chunks, and the I/O thread writes them in the
// order of the boxes, so the output is the same for any number of threads.
//
//   BoxWriter writer(target, threads, window_bytes);
//   writer.write(recoding, box, box, elements);  ...
//   writer.finish();
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/threads/in_order.hpp"
#include "base/threads/worker_pool.hpp"
#include "model/dataset/target.hpp"
#include "transcode/tiles/tile.hpp"

namespace ncf::transcode {

class BoxWriter {
 public:
  /// window_bytes: limit for decoded chunks in memory; at least one box is always in flight.
  BoxWriter(model::Target& output, std::size_t threads, std::uint64_t window_bytes);
  BoxWriter(const BoxWriter&) = delete;
  BoxWriter& operator=(const BoxWriter&) = delete;
  /// Discards what `finish` has not written.
  ~BoxWriter() = default;

  /// Copies the elements. The variable is extended to `box` when its chunks are written.
  /// recoding: converts elements to encoded chunks; must outlive the writer.
  /// box: shares no chunk with another box; elements of its chunks outside it become fill values.
  /// given: the box of `elements`, which contains `box`; what it contains beyond is not written.
  /// throws: Error naming variable and chunk, possibly of an earlier box.
  void write(const Recoding& recoding, const model::Box& box, const model::Box& given,
             std::span<const std::byte> elements);

  /// Writes everything that is still in flight. throws: as `write`.
  void finish();

  /// Returns the variables of which `finish` has written values beyond their error bound.
  [[nodiscard]] const Excesses& excesses() const noexcept { return excesses_; }

 private:
  /// Consecutive chunks of a tile that one job encodes.
  struct Part {
    std::shared_ptr<Tile> tile;
    model::Box box;  ///< of the elements in the tile
    std::span<TargetChunk> targets;
  };

  const filter::EncoderStrategies& strategies_of(Tile& tile);
  void encode(const Part& part, const filter::EncoderStrategies& strategies, Scratch& scratch);
  void extend(const Part& part);
  void write_oldest();

  model::Target& output_;
  std::uint64_t window_bytes_;
  /// Of variables already begun.
  std::map<model::VariableId, filter::EncoderStrategies> strategies_;
  std::mutex mutex_;  ///< for `excesses_` while workers encode
  Excesses excesses_;
  base::SpareBuffers memory_;  ///< for tiles
  Scratch own_scratch_;
  std::vector<Scratch> scratches_;  ///< one per worker
  base::WorkerPool pool_;
  base::InOrder<Part> parts_;  ///< last: their jobs use the rest
};

}  // namespace ncf::transcode
