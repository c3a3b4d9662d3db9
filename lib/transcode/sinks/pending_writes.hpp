// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks with an allocated place in the output that are not written yet. Neighbouring chunks are
// gathered and written together, by workers. I/O thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <span>
#include <vector>

#include "base/threads/worker_pool.hpp"
#include "model/dataset/target.hpp"

namespace ncf::transcode {

struct ChunksToWrite {
  std::vector<model::PlacedChunk> placed;
  std::vector<std::span<const std::byte>> bytes;  ///< of each; not owned
};

class PendingWrites {
 public:
  /// The pool's jobs may outlive this object, but not the target.
  PendingWrites(base::WorkerPool& pool, model::Target& target) : pool_(pool), target_(target) {}

  /// give_back: called by a worker when all the chunks are written; frees `held_bytes`.
  void add(ChunksToWrite chunks, std::function<void()> give_back, std::uint64_t held_bytes);

  [[nodiscard]] bool is_empty() const noexcept {
    return writes_.empty() && gathered_.chunks.placed.empty();
  }

  /// Bytes held by writes not yet seen to end.
  [[nodiscard]] std::uint64_t held_bytes() const noexcept { return held_bytes_; }

  /// Waits for the oldest write; at least one is pending. throws: Error.
  void end_oldest();
  /// Removes the writes that have ended, without waiting. throws: Error.
  void end_written();

 private:
  struct Batch {
    ChunksToWrite chunks;
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
  model::Target& target_;
  Batch gathered_;
  std::deque<Write> writes_;
  std::uint64_t held_bytes_ = 0;  ///< of `writes_` and the gathered chunks
};

}  // namespace ncf::transcode
