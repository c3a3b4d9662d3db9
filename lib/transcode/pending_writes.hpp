// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks that have their room in the output, on their way there. They are gathered, for what lies
// side by side is written together, and written by workers. I/O thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <vector>

#include "base/worker_pool.hpp"
#include "model/target.hpp"

namespace ncf::transcode {

class PendingWrites {
 public:
  /// The target outlives the pool, the pool's jobs may outlive this. It is null where there is
  /// nothing to be written.
  PendingWrites(base::WorkerPool& pool, model::Target* target) : pool_(pool), target_(target) {}

  /// give_back: called when all the chunks are written, by a worker; frees `held_bytes`.
  void add(std::vector<model::PlacedChunk> chunks, std::function<void()> give_back,
           std::uint64_t held_bytes);

  [[nodiscard]] bool is_empty() const noexcept {
    return writes_.empty() && gathered_.chunks.empty();
  }

  /// Of all that was not seen to end.
  [[nodiscard]] std::uint64_t held_bytes() const noexcept { return held_bytes_; }

  /// Waits for what was added first; there is something. throws: Error.
  void end_oldest();
  void end_all();
  /// Waits for nothing.
  void end_written();

 private:
  struct Batch {
    std::vector<model::PlacedChunk> chunks;
    std::vector<std::function<void()>> give_back;
    std::uint64_t bytes = 0;  ///< of the chunks
    std::uint64_t held_bytes = 0;
  };

  struct Write {
    std::future<void> is_written;
    std::uint64_t held_bytes = 0;
  };

  void start();

  base::WorkerPool& pool_;
  model::Target* target_;
  Batch gathered_;
  std::deque<Write> writes_;
  std::uint64_t held_bytes_ = 0;  ///< of `writes_` and what is gathered
};

}  // namespace ncf::transcode
