// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads variables tile by tile on all threads. The calling thread is the I/O thread: it finds
// chunks, and announces those of stores on servers long before. Workers read and decode them into
// the memory of their tile, and look at the values once a tile is complete. What they find is taken
// in the order of the tiles, so the result is the same for any number of threads.
//
//   TileReader reader(threads);
//   reader.read({&values}, boxes, 4, [&](const LookedAt& tile, std::size_t worker) {
//     const auto found = count(tile.values[0]);         // on a worker
//     return [&, found] { sum += found; };              // on the I/O thread, in order
//   });
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/threads/worker_pool.hpp"
#include "model/grid/box.hpp"
#include "transcode/tiles/tile.hpp"
#include "transcode/values/stored_values.hpp"

namespace ncf::transcode {

/// Returns boxes within the variables, one after the other; empty at the end. A copy goes on by
/// itself.
using BoxSequence = std::function<std::optional<model::Box>()>;

/// Returns all boxes of a grid, or those with these numbers, cut off at the end of the variable.
[[nodiscard]] BoxSequence boxes_of(model::ChunkGrid grid,
                                   std::optional<std::vector<std::size_t>> numbers = std::nullopt);

/// What a worker looks at: the values of a tile.
struct LookedAt {
  const model::Box& tile;
  /// Of each variable, as in memory; valid until the result of the look was called.
  std::vector<std::span<const std::byte>> values;
};

/// Looks at values on a worker. The function that it returns is called on the I/O thread, in order.
using Look = std::function<std::function<void()>(const LookedAt& values, std::size_t worker)>;

class TileReader {
 public:
  explicit TileReader(std::size_t threads)
      : scratches_(std::max<std::size_t>(1, threads)), pool_(threads) {}

  [[nodiscard]] std::size_t worker_count() const noexcept { return scratches_.size(); }

  /// Reads these boxes of one or more variables of the same shape. An error of a tile comes after
  /// all tiles before it were taken. tiles_in_work: how many may have begun that are not taken.
  /// throws: Error naming the variable and the chunk; Error(interrupted); as the functions.
  void read(const std::vector<const StoredValues*>& variables, const BoxSequence& boxes,
            std::size_t tiles_in_work, const Look& look);

  /// Return the threads and their buffers, for other jobs.
  [[nodiscard]] base::WorkerPool& pool() noexcept { return pool_; }
  [[nodiscard]] Scratch& scratch(std::size_t worker) noexcept { return scratches_[worker]; }

 private:
  std::vector<Scratch> scratches_;  ///< one per worker
  base::WorkerPool pool_;           ///< last: its threads use the rest
};

}  // namespace ncf::transcode
