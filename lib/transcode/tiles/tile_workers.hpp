// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Threads that assemble tiles: they read and decode source chunks into their tiles, and the one
// that places the last piece also finishes the tile. They work in the same way in the process that
// coordinates a copy and in those that help it.
//
// If a filter can encode with several strategies, the first chunk of a variable's first tile
// decides. Tiles that are complete before that wait outside the pool.
//
// Only the I/O thread submits tiles.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "base/threads/worker_pool.hpp"
#include "transcode/tiles/piece.hpp"
#include "transcode/tiles/tile_in_work.hpp"

namespace ncf::transcode {

class TileWorkers {
 public:
  /// All arguments must outlive this object.
  TileWorkers(const RecodingPlan& plan, model::Source& input, TileFinisher& finisher,
              base::WorkerPool& pool);
  TileWorkers(const TileWorkers&) = delete;
  TileWorkers& operator=(const TileWorkers&) = delete;
  /// Ends all jobs; the rest of the work stays undone.
  ~TileWorkers();

  /// Submits pieces of a tile. `work->unplaced` must count this call. The parts of a tile must be
  /// set before the last call for it.
  void place(const TileRef& work, std::vector<Piece> pieces);

  /// Returns whether `place` would return at once. A thread that others wait for must check this
  /// first.
  [[nodiscard]] bool has_room() { return jobs_.has_room(); }

  /// Takes strategies that were chosen here or by another process, unless some were taken before.
  void set_strategies(VariableInWork& variable, filter::EncoderStrategies strategies);

 private:
  void place_pieces(const TileRef& work, std::vector<Piece>& pieces, std::size_t worker);
  void placed(const TileRef& work, std::size_t worker);
  bool waits_for_choice(const TileRef& work);
  void choose_strategies(const TileRef& work, std::size_t worker);
  void finish_parts(const TileRef& work, std::size_t worker);
  void submit(const TileRef& work, Part& part) noexcept;
  void finish(const TileRef& work, Part& part, Scratch& scratch);

  model::Source& input_;
  TileFinisher& finisher_;
  base::WorkerPool& pool_;
  std::vector<Scratch> scratches_;  ///< one per worker
  base::JobLimit jobs_;             ///< limits the jobs that hold pieces
  ReadAhead read_ahead_;
  std::atomic<bool> is_cancelled_ = false;
};

}  // namespace ncf::transcode
