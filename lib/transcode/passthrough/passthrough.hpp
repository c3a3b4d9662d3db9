// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The route that decodes nothing: it moves stored bytes unchanged. It is chosen only if the stored
// forms of both variables, read back from both stores, prove that this is correct.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
#include "transcode/ranks/other_ranks.hpp"
#include "transcode/recoding/resources.hpp"

namespace ncf::transcode {

/// Returns the memory for chunks that are being moved.
[[nodiscard]] std::uint64_t passthrough_window(const Resources& resources);

/// stored_bytes: upper limit for one variable.
[[nodiscard]] MemoryNeed passthrough_need(const model::StoredForm& form, std::uint64_t stored_bytes,
                                          const Resources& resources);

/// Moves the stored bytes of several variables, one after the other. The calling thread is the I/O
/// thread: it finds chunks and allocates space for them in the output, in order; workers read and
/// write them.
class Passthrough {
 public:
  /// The stores must outlive this. on_moved: called with the decoded size of the bytes moved.
  /// ranks: other processes that share the work; null if there are none.
  Passthrough(model::Source& input, model::Target& output, const Resources& resources,
              std::function<void(std::uint64_t)> on_moved = {}, OtherRanks* ranks = nullptr);
  Passthrough(const Passthrough&) = delete;
  Passthrough& operator=(const Passthrough&) = delete;

  /// Moves everything stored of a variable, chunk masks included. Missing chunks stay missing. The
  /// variable's forms must pass `why_not_passthrough`, and nothing has been written to the output
  /// variable. Returns how many of the chunks that the input counts were not found: if any, the
  /// input changed meanwhile or is damaged. throws: Error, also when a stop is requested.
  [[nodiscard]] std::size_t move(model::VariableId input_id, model::VariableId output_id);

  /// Waits until everything is written. throws: Error.
  void finish();

 private:
  /// Chunks of a variable that a worker moves from their places in the input to those in the
  /// output.
  struct Batch {
    model::VariableId input_id = 0;
    std::vector<model::StoredPlace> from;
    std::vector<model::PlacedChunk> to;
    std::uint64_t bytes = 0;
  };

  std::size_t move_chunks(model::VariableId input_id, const model::StoredForm& form,
                          model::VariableId output_id);
  void move_elements(model::VariableId input_id, const model::StoredForm& form,
                     model::VariableId output_id);
  void add(const model::StoredPlace& from, model::PlacedChunk to);
  void start();
  [[nodiscard]] std::optional<int> admit(std::uint64_t bytes);
  void hand_out(int rank, Batch batch);
  void move_here(model::VariableId input_id, model::VariableId output_id,
                 std::span<const std::size_t> offset);
  void move(const Batch& batch, std::size_t worker);
  void move_in(base::ByteBuffer& buffer, const Batch& batch);

  model::Source& input_;
  model::Target& output_;
  std::uint64_t window_bytes_;  ///< limit for chunks in memory; a single larger chunk is allowed
  std::uint64_t ahead_bytes_;   ///< to announce, of the input; further batches wait
  std::uint64_t batch_bytes_;
  std::function<void(std::uint64_t)> on_moved_;
  OtherRanks* ranks_;
  Batch gathered_;
  std::vector<base::ByteBuffer> buffers_;  ///< one per worker, of `batch_bytes_` at most
  std::mutex large_mutex_;
  base::ByteBuffer large_;  ///< under large_mutex_; spare, for a larger chunk
  base::WorkerPool pool_;
  base::InOrder<Batch> moves_;  ///< last: their jobs use the rest
};

}  // namespace ncf::transcode
