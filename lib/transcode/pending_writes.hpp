// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks that have their room in the output, and are being written by workers. I/O thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <future>

#include "base/worker_pool.hpp"

namespace ncf::transcode {

class PendingWrites {
 public:
  /// The pool's jobs may outlive this.
  explicit PendingWrites(base::WorkerPool& pool) : pool_(pool) {}

  /// write: run by a worker. held_bytes: memory that it gives back.
  void start(std::function<void()> write, std::uint64_t held_bytes);

  [[nodiscard]] bool is_empty() const noexcept { return writes_.empty(); }

  /// Of all that has not ended.
  [[nodiscard]] std::uint64_t held_bytes() const noexcept { return held_bytes_; }

  /// Waits for the one that was started first. throws: what it threw.
  void end_oldest();
  void end_all();
  /// Waits for nothing.
  void end_finished();

 private:
  struct Write {
    std::future<void> is_written;
    std::uint64_t held_bytes = 0;
  };

  base::WorkerPool& pool_;
  std::deque<Write> writes_;
  std::uint64_t held_bytes_ = 0;  ///< of `writes_`
};

}  // namespace ncf::transcode
