// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The route that decodes nothing: it moves stored bytes unchanged. It is chosen only if the stored
// forms of both variables, read back from both stores, prove that this is correct.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/memory/bytes.hpp"
#include "base/threads/in_order.hpp"
#include "base/threads/worker_pool.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "model/grid/chunk_grid.hpp"
#include "transcode/walks/resources.hpp"

namespace ncf::transcode {

/// Returns the memory for chunks that are being moved.
[[nodiscard]] std::uint64_t passthrough_window(const Resources& resources);

/// Memory for moving the stored bytes of a variable.
struct MemoryNeed {
  std::uint64_t peak_bytes = 0;   ///< used within the limits
  std::uint64_t least_bytes = 0;  ///< the work is impossible with less
};

/// stored_bytes: upper limit.
[[nodiscard]] MemoryNeed passthrough_need(const model::StoredForm& form, std::uint64_t stored_bytes,
                                          const Resources& resources);

/// Chunks of a variable that are moved from their places in the input to those in the output.
struct ChunkBatch {
  model::VariableId input_id = 0;
  std::vector<model::StoredPlace> from;
  std::vector<model::PlacedChunk> to;
  std::uint64_t bytes = 0;
};

/// Those who move chunks: the threads of this process, perhaps with other processes
/// (transcode/ranks). The destructor waits for what has begun. I/O thread.
class Mover {
 public:
  Mover() = default;
  Mover(const Mover&) = delete;
  Mover& operator=(const Mover&) = delete;
  virtual ~Mover() = default;

  /// Moves a batch, as soon as there is room for it. throws: Error, also of an older batch.
  virtual void move(ChunkBatch batch) = 0;
  /// Waits until everything is written. throws: Error.
  virtual void finish() = 0;
};

/// Both stores must outlive the mover.
struct MoveTask {
  model::Source& input;
  model::Target& output;
  Resources resources;
};

using MoverMaker = std::function<std::unique_ptr<Mover>(const MoveTask&)>;

/// Makes a mover of threads.
[[nodiscard]] std::unique_ptr<Mover> thread_mover(const MoveTask& task);

class ThreadMover final : public Mover {
 public:
  ThreadMover(const MoveTask& task, base::WorkerPool::OneThread single);

  void move(ChunkBatch batch) override;
  void finish() override;

  /// Returns whether `move` would return at once.
  [[nodiscard]] bool has_room(std::uint64_t bytes) const noexcept;
  /// Takes the result of the oldest batch if it has ended. Returns whether it has. throws: Error.
  bool end_oldest_if_ended();

 private:
  void move(const ChunkBatch& batch, std::size_t worker);
  void move_in(base::ByteBuffer& buffer, const ChunkBatch& batch);

  model::Source& input_;
  model::Target& output_;
  std::uint64_t most_bytes_;  ///< in memory; a single larger chunk is allowed
  std::uint64_t batch_bytes_;
  std::vector<base::ByteBuffer> buffers_;  ///< one per worker, of `batch_bytes_` at most
  std::mutex large_mutex_;
  base::ByteBuffer large_;  ///< under large_mutex_; spare, for a larger chunk
  base::WorkerPool pool_;
  base::InOrder<ChunkBatch> moves_;  ///< last: their jobs use the rest
};

/// Moves the stored bytes of several variables, one after the other. The calling thread is the I/O
/// thread: it finds chunks and allocates space for them in the output, in order; a mover reads and
/// writes them.
class Passthrough {
 public:
  /// The stores must outlive this. on_moved: called with the decoded size of the bytes moved.
  Passthrough(model::Source& input, model::Target& output, const Resources& resources,
              std::function<void(std::uint64_t)> on_moved = {},
              const MoverMaker& make_mover = thread_mover);
  Passthrough(const Passthrough&) = delete;
  Passthrough& operator=(const Passthrough&) = delete;

  /// Moves everything stored of a variable, chunk masks included. Missing chunks stay missing. The
  /// variable's forms must pass `why_not_passthrough`, and nothing has been written to the output
  /// variable. Returns how many of the chunks that the input counts were not found: if any, the
  /// input changed meanwhile or is damaged. throws: Error, also when a stop is requested.
  [[nodiscard]] std::size_t move(model::VariableId input_id, model::VariableId output_id);

  /// Waits until everything is written. throws: Error.
  void finish() { mover_->finish(); }

 private:
  std::size_t move_chunks(model::VariableId input_id, const model::StoredForm& form,
                          model::VariableId output_id);
  void move_elements(model::VariableId input_id, const model::StoredForm& form,
                     model::VariableId output_id);
  void add(model::VariableId input_id, const model::StoredPlace& from, model::PlacedChunk to);
  void start();
  void move_here(model::VariableId input_id, model::VariableId output_id,
                 std::span<const std::size_t> offset);

  model::Source& input_;
  model::Target& output_;
  Resources resources_;
  std::function<void(std::uint64_t)> on_moved_;
  ChunkBatch gathered_;
  std::unique_ptr<Mover> mover_;
};

}  // namespace ncf::transcode
