// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Work that jobs do while it waits, in order, for its end:
//
//   InOrder<Batch> batches;
//   while (batches.bytes() + batch.bytes > most) write(batches.end_oldest());
//   batches.start(pool, std::move(batch), batch.bytes, [](Batch& batch, std::size_t worker) {...});
//   ...
//   while (!batches.is_empty()) write(batches.end_oldest());
//
// The work outlives its job. After a failure, and when this object ends, jobs that come later and
// have not begun do nothing.
// One thread, apart from the jobs.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <future>
#include <limits>
#include <memory>
#include <utility>

#include "base/threads/stop.hpp"
#include "base/threads/worker_pool.hpp"

namespace ncf::base {

template <class Work>
class InOrder {
 public:
  InOrder() = default;
  InOrder(const InOrder&) = delete;
  InOrder& operator=(const InOrder&) = delete;
  /// Waits for the jobs that have begun.
  ~InOrder() {
    last_wanted_ = 0;
    for (const auto& one : works_) {
      if (one->is_done.valid()) one->is_done.wait();
    }
  }

  [[nodiscard]] bool is_empty() const noexcept { return works_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return works_.size(); }
  /// Returns the bytes of all work that has not ended.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

  /// Adds work, which keeps its address until it ends, and gives it to a job.
  /// job: called with the work and the number of the worker. throws: Error(interrupted).
  template <class Job>
  void start(WorkerPool& pool, Work work, std::uint64_t bytes, Job job) {
    throw_if_stopped();
    Waiting& waiting = add(std::move(work), bytes);
    waiting.is_done = pool.start([this, &waiting, job = std::move(job)](std::size_t worker) {
      if (waiting.number > last_wanted_) return;
      try {
        job(waiting.work, worker);
      } catch (...) {
        want_none_after(waiting.number);
        throw;
      }
    });
  }

  /// Returns whether `end_oldest` would return at once.
  [[nodiscard]] bool has_oldest_ended() const { return has_ended(works_.front()->is_done); }

  /// Waits for the job of the oldest work. throws: what the job threw; Error(interrupted).
  Work end_oldest() {
    throw_if_stopped();
    const std::unique_ptr<Waiting> oldest = std::move(works_.front());
    works_.pop_front();
    bytes_ -= oldest->bytes;
    oldest->is_done.get();
    return std::move(oldest->work);
  }

 private:
  struct Waiting {
    Work work;
    std::uint64_t bytes;
    std::uint64_t number;
    std::future<void> is_done;
  };

  Waiting& add(Work work, std::uint64_t bytes) {
    works_.push_back(
        std::make_unique<Waiting>(Waiting{std::move(work), bytes, ++last_number_, {}}));
    bytes_ += bytes;
    return *works_.back();
  }

  void want_none_after(std::uint64_t number) noexcept {
    std::uint64_t last = last_wanted_;
    while (number < last && !last_wanted_.compare_exchange_weak(last, number)) continue;
  }

  std::uint64_t last_number_ = 0;
  std::atomic<std::uint64_t> last_wanted_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t bytes_ = 0;  ///< of `works_`
  std::deque<std::unique_ptr<Waiting>> works_;
};

}  // namespace ncf::base
