// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes workers assemble tiles from the input and passes them to a sink, within bounded memory. The
// calling thread is the I/O thread: it finds source chunks and tells the sink, in order, what is
// finished; it handles places, not bytes. Workers (transcode/tiles/tile_workers.hpp) are threads of
// this process and, if there are any, other processes, which come first.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "base/threads/worker_pool.hpp"
#include "transcode/sinks/sink.hpp"
#include "transcode/tiles/tile_workers.hpp"
#include "transcode/walks/chunks_ahead.hpp"

namespace ncf::transcode {

class Scheduler {
 public:
  /// All arguments must outlive this object. on_done: called with the decoded size of each finished
  /// step. ranks: null unless other processes share the work; `pool` then has threads.
  Scheduler(const RecodingPlan& plan, model::Source& input, Sink& sink, base::WorkerPool& pool,
            const std::function<void(std::uint64_t)>& on_done, OtherRanks* ranks);
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  /// Ends all jobs; the rest of the work stays undone.
  ~Scheduler() = default;

  /// Works on a variable. Some of the work may be done later. throws: Error.
  void run(const Recoding& recoding, const TilePlan& tiles);
  /// Does the remaining work. throws: Error.
  void finish();

  /// The variables in the order of the calls of `run`.
  [[nodiscard]] const std::deque<VariableInWork>& variables() const noexcept { return variables_; }

 private:
  /// A step that ends in order: the start of a variable, or a part of a tile.
  struct Step {
    const Recoding* recoding;
    TileRef tile;  ///< null for the start of a variable
    Part* part = nullptr;
  };

  [[nodiscard]] std::optional<std::vector<std::size_t>> list_tiles(const Recoding& recoding,
                                                                   const model::ChunkGrid& tiles);
  void do_tile(VariableInWork& variable, model::Box box);
  [[nodiscard]] std::optional<int> admit(const Recoding& recoding, std::uint64_t bytes);
  [[nodiscard]] bool has_room_here(std::uint64_t bytes) const;
  void make_room();
  void place(const TileRef& work, std::vector<Piece> pieces);
  void await_messages();
  void await_half();
  [[nodiscard]] std::vector<Piece> find_pieces(const TileRef& work);
  void add(const TileRef& work, Piece piece, std::vector<Piece>& pieces);
  void add_steps(const TileRef& work);
  [[nodiscard]] bool is_oldest_finished() const;
  void await_oldest();
  void end_oldest();
  void end_finished();

  const RecodingPlan& plan_;
  model::Source& input_;
  Sink& sink_;
  const std::function<void(std::uint64_t)>& on_done_;
  OtherRanks* ranks_;
  base::SpareBuffers memory_;             ///< for tiles
  std::deque<VariableInWork> variables_;  ///< begun
  std::deque<Step> steps_;
  std::optional<ChunksAhead> ahead_;  ///< of the variable, if the input is on a server
  std::uint64_t window_bytes_ = 0;    ///< of the parts in `steps_` in this process
  std::size_t chunks_left_ = 0;       ///< stored chunks of the variable not found yet
  bool is_all_missing_ = false;       ///< no chunk of the variable is stored
  TileWorkers workers_;               ///< last: their jobs end before the rest is destroyed
};

}  // namespace ncf::transcode
