// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Threads that assemble tiles: they read and decode source chunks into their tiles, and the one
// that places the last also finishes the tile. They work alike in the process that coordinates a
// copy and in others that help it.
//
// If a filter can encode with several strategies, the first chunk of a variable's first tile
// decides. Tiles that are complete before that wait outside the pool.
//
// One thread hands tiles in, the I/O thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "base/process/job_limit.hpp"
#include "base/process/worker_pool.hpp"
#include "transcode/tiles/piece.hpp"
#include "transcode/tiles/read_ahead.hpp"
#include "transcode/tiles/tile_finisher.hpp"

namespace ncf::transcode {

class TileWorkers {
 public:
  /// All arguments must outlive this object.
  TileWorkers(const RecodingPlan& plan, model::Source& input, TileFinisher& finisher,
              base::WorkerPool& pool);
  TileWorkers(const TileWorkers&) = delete;
  TileWorkers& operator=(const TileWorkers&) = delete;
  /// Ends all jobs; what is not done by then stays undone.
  ~TileWorkers();

  /// Has pieces of a tile placed. `work->unplaced` counts this call. Before the last one of a tile,
  /// its parts are set.
  void place(const TileRef& work, std::vector<Piece> pieces);

  /// Returns whether `place` would return at once. A thread that others wait for must check this
  /// first.
  [[nodiscard]] bool has_room() { return jobs_.has_room(); }

  /// Takes strategies that were chosen here or by another process; ignored if some were before.
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
  base::JobLimit jobs_;             ///< that hold pieces
  ReadAhead read_ahead_;
  std::atomic<bool> is_cancelled_ = false;
};

}  // namespace ncf::transcode
