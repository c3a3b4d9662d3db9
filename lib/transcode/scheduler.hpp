// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Has workers assemble tiles from the input and give them to a sink, within bounded memory. The
// calling thread is the I/O thread: it finds source chunks and tells the sink, in order, what is
// finished; it handles places, not bytes. Workers read and decode source chunks into their tiles.
// The worker that places the last one also finishes the tile.
//
// If a filter can encode with several strategies, the first chunk of a variable's first tile
// decides. Tiles that are complete before that wait outside the pool.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "base/job_limit.hpp"
#include "base/worker_pool.hpp"
#include "transcode/read_ahead.hpp"
#include "transcode/sink.hpp"

namespace ncf::transcode {

class Scheduler {
 public:
  /// All arguments must outlive this object. on_done: is called with the decoded size of what
  /// ended.
  Scheduler(const RecodingPlan& plan, model::Source& input, Sink& sink, base::WorkerPool& pool,
            const std::function<void(std::uint64_t)>& on_done);
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  /// Ends all jobs; what is not done by then stays undone.
  ~Scheduler();

  /// Works on a variable. Some of the work may be done later. throws: Error.
  void run(const Recoding& recoding, const TilePlan& tiles);
  /// Does the remaining work. throws: Error.
  void finish();

  /// In the order of the calls of `run`.
  [[nodiscard]] const std::deque<VariableInWork>& variables() const noexcept { return variables_; }

 private:
  /// What is ended next, in order: the start of a variable, or a part of a tile.
  struct Step {
    const Recoding* recoding;
    TileRef tile;  ///< null for the start of a variable
    Part* part = nullptr;
  };

  void do_tile(VariableInWork& variable, model::Box box);
  void admit(std::uint64_t bytes);
  void await_half();
  /// What is announced to the input of the tiles of a variable.
  struct Announcing {
    std::vector<std::size_t> tiles;  ///< in their order; empty if nothing is announced
    std::size_t done = 0;            ///< tiles whose chunks were looked up
    std::size_t next = 0;            ///< the tile whose chunks are announced next
    std::deque<std::size_t> chunks;  ///< of the tiles before, not announced yet
  };
  void announce(const Recoding& recoding, const model::ChunkGrid& tiles, Announcing& announcing);
  [[nodiscard]] std::vector<Piece> find_pieces(const TileRef& work);
  void hand_in(const TileRef& work, std::vector<Piece> pieces);
  void place_pieces(const TileRef& work, std::vector<Piece>& pieces, std::size_t worker);
  void add_steps(const TileRef& work);
  void placed(const TileRef& work, std::size_t worker);
  bool waits_for_choice(const TileRef& work);
  void choose_strategies(const TileRef& work, std::size_t worker);
  void finish_parts(const TileRef& work, std::size_t worker);
  void submit(const TileRef& work, Part& part) noexcept;
  void finish(TileInWork& work, Part& part, Scratch& scratch);
  [[nodiscard]] bool is_oldest_finished() const;
  void end_oldest();
  void end_finished();

  const RecodingPlan& plan_;
  model::Source& input_;
  Sink& sink_;
  base::WorkerPool& pool_;
  const std::function<void(std::uint64_t)>& on_done_;
  base::SpareBuffers memory_;             ///< for tiles
  std::vector<Scratch> scratches_;        ///< one per worker
  std::deque<VariableInWork> variables_;  ///< begun
  std::deque<Step> steps_;
  base::JobLimit jobs_;  ///< that hold pieces
  ReadAhead read_ahead_;
  bool announces_;                  ///< chunks, before they are found
  std::uint64_t window_bytes_ = 0;  ///< of the parts in `steps_`
  std::size_t chunks_left_ = 0;     ///< stored chunks of the variable not found yet
  bool is_all_missing_ = false;     ///< no chunk of the variable is stored
  std::atomic<bool> is_cancelled_ = false;
};

}  // namespace ncf::transcode
