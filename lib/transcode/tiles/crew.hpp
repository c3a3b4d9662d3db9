// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Those who work on tiles: they assemble them from pieces, finish their parts, and write these to
// places that the I/O thread has allocated. The scheduler and the sinks know crews only by their
// interface: the threads of this process are a crew (ThreadCrew), and together with other processes
// they are another one (transcode/ranks/other_ranks_crew.cpp).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/threads/in_order.hpp"
#include "base/threads/worker_pool.hpp"
#include "model/dataset/target.hpp"
#include "transcode/tiles/piece.hpp"
#include "transcode/tiles/tile_in_work.hpp"

namespace ncf::transcode {

/// Its destructor ends all jobs; the rest of the work stays undone. I/O thread.
class Crew {
 public:
  Crew() = default;
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  virtual ~Crew() = default;

  /// Learns what has been done meanwhile, and frees memory that can be freed without waiting.
  /// throws: Error.
  virtual void update() = 0;

  /// Returns whether there is room for a tile, which needs this much memory until it is written; if
  /// so, it is decided who works on it. A single tile may exceed the limit.
  [[nodiscard]] virtual bool has_room(TileInWork& work, std::uint64_t bytes) = 0;
  /// Waits until there may be more room. Returns false if only the end of a part can make some.
  /// throws: Error.
  [[nodiscard]] virtual bool await_room() = 0;

  /// Adds a piece to the tile for which there was room last.
  virtual void add(const TileRef& work, Piece piece) = 0;
  /// Called when this tile has all its pieces, and its parts are set.
  virtual void complete(const TileRef& work) = 0;

  /// Waits until a part is finished.
  virtual void await(const Part& part) = 0;
  /// Writes a finished part, and then releases it. placed: its targets with data.
  virtual void write(const TileRef& work, Part& part, std::vector<model::PlacedChunk> placed) = 0;
  /// Releases the memory of a finished part.
  virtual void release(const TileRef& work, Part& part) = 0;

  /// Waits until everything is written. throws: Error.
  virtual void finish() = 0;
};

/// What a crew works on. All of it must outlive the crew.
struct CrewTask {
  const RecodingPlan& plan;
  model::Source& input;
  TileFinisher& finisher;
  model::Target* output;  ///< null if nothing is written
};

using CrewMaker = std::function<std::unique_ptr<Crew>(const CrewTask&)>;

/// Makes a crew of threads.
[[nodiscard]] std::unique_ptr<Crew> thread_crew(const CrewTask& task);

/// The threads of this process. They read and decode source chunks into their tiles; the one that
/// places the last piece also finishes the tile. Neighbouring chunks are gathered and written
/// together.
///
/// If a filter can encode with several strategies, the first chunk of a variable's first tile
/// decides. Tiles that are complete before that wait outside the pool.
class ThreadCrew final : public Crew {
 public:
  ThreadCrew(const CrewTask& task, base::WorkerPool::OneThread single);
  ThreadCrew(const ThreadCrew&) = delete;
  ThreadCrew& operator=(const ThreadCrew&) = delete;
  ~ThreadCrew() override;

  void update() override;
  [[nodiscard]] bool has_room(TileInWork& work, std::uint64_t bytes) override;
  [[nodiscard]] bool await_room() override;
  void add(const TileRef& work, Piece piece) override;
  void complete(const TileRef& work) override;
  void await(const Part& part) override { part.await(); }
  void write(const TileRef& work, Part& part, std::vector<model::PlacedChunk> placed) override;
  void release(const TileRef& work, Part& part) override;
  void finish() override;

  // ---- For a process that works with others ----

  /// Returns whether `add` and `complete` would return at once. A thread that others wait for must
  /// check this first.
  [[nodiscard]] bool has_room_for_job() { return jobs_.has_room(); }
  /// Returns whether tiles are in work.
  [[nodiscard]] bool has_tiles() const noexcept { return tile_bytes_ > 0; }
  /// Takes strategies that were chosen here or by another process, unless some were taken before.
  void set_strategies(VariableInWork& variable, filter::EncoderStrategies strategies);
  /// Returns the threads, for other jobs.
  [[nodiscard]] base::WorkerPool& pool() noexcept { return pool_; }

 private:
  /// Chunks with an allocated place in the output.
  struct Batch {
    std::vector<model::PlacedChunk> placed;
    std::vector<std::span<const std::byte>> bytes;  ///< of each; in the memory of the targets
    std::vector<std::pair<TileRef, Part*>> parts;   ///< to which they belong
    std::uint64_t written_bytes = 0;
    std::uint64_t held_bytes = 0;
  };

  void start_job(const TileRef& work);
  void place_pieces(const TileRef& work, std::vector<Piece>& pieces, std::size_t worker);
  void end_job(const TileRef& work, std::size_t worker);
  bool waits_for_choice(const TileRef& work);
  void choose_strategies(const TileRef& work, std::size_t worker);
  void finish_parts(const TileRef& work, std::size_t worker);
  void submit_part(const TileRef& work, Part& part) noexcept;
  void finish_part(const TileRef& work, Part& part, Scratch& scratch);
  void start_write();

  CrewTask task_;
  std::vector<Piece> pieces_;     ///< of the next job
  std::uint64_t tile_bytes_ = 0;  ///< of the parts that have not ended
  Batch gathered_;
  base::WorkerPool pool_;
  std::vector<Scratch> scratches_;  ///< one per worker
  base::JobLimit jobs_;             ///< limits the jobs that hold pieces
  ReadAhead read_ahead_;
  std::atomic<bool> is_cancelled_ = false;
  base::InOrder<Batch> writes_;
};

}  // namespace ncf::transcode
