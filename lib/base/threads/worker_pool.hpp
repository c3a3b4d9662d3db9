// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Threads that run jobs, the oldest first. To keep data between jobs, use a vector with one element
// per worker: each job gets the number of the worker that runs it.
//
//   base::WorkerPool pool(4);
//   std::vector<Scratch> scratches(pool.worker_count());
//   pool.submit([&](std::size_t worker) { compress(chunk, scratches[worker]); });
//
// The stop source of the thread that creates the pool also stops its jobs.
//
// `submit` and `start` may be called on any thread, including those of jobs.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "base/threads/stop.hpp"

namespace ncf::base {

class WorkerPool {
 public:
  using Job = std::function<void(std::size_t worker)>;

  /// How a pool of one thread works: jobs run within `submit`, on any thread but one at a time, as
  /// worker 0; or they run on a thread of the pool.
  enum class OneThread { inline_in_submit, own_thread };

  /// Threads are created with the first job; there may be fewer than requested if the system
  /// refuses.
  explicit WorkerPool(std::size_t threads, OneThread single = OneThread::inline_in_submit) noexcept
      : wanted_(threads), single_(single) {}
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  /// Waits for all submitted jobs, and for those that they submitted.
  ~WorkerPool();

  /// Returns the largest number of workers, at least 1.
  [[nodiscard]] std::size_t worker_count() const noexcept {
    return std::max<std::size_t>(1, wanted_);
  }

  /// job: must not throw. throws: std::bad_alloc, and the job will not run.
  void submit(Job job);

  /// Waits until all submitted jobs, and those that they submitted, have ended.
  void finish();

  /// Does what `submit` does, for a job that may throw. The future becomes ready when the job has
  /// ended, and holds the exception that it threw.
  [[nodiscard]] std::future<void> start(Job job);

 private:
  void make_threads();
  void run(std::size_t worker);
  void run_here();

  const StopSource* stop_ = current_stop();
  std::size_t wanted_;
  OneThread single_;
  std::once_flag are_threads_made_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable all_ended_;
  std::deque<Job> jobs_;     ///< under mutex_
  bool is_ending_ = false;   ///< under mutex_
  std::size_t running_ = 0;  ///< under mutex_; running jobs may submit more
  std::vector<std::thread> threads_;
};

/// Returns whether a job of `start` has ended.
[[nodiscard]] bool has_ended(const std::future<void>& job);

/// Limits the jobs that a thread hands out before others have done them. Waking a thread costs more
/// than handing out a job, so a thread that had to wait continues when half of the jobs have ended.
class JobLimit {
 public:
  /// most: at least 1.
  explicit JobLimit(std::size_t most) noexcept : most_(most) {}
  JobLimit(const JobLimit&) = delete;
  JobLimit& operator=(const JobLimit&) = delete;

  /// Returns whether `begin` would return at once. Only for the thread that calls `begin`.
  [[nodiscard]] bool has_room();
  /// Counts a job that is about to be handed out; waits while there are too many. One thread.
  void begin();
  /// Counts a job as ended. Any thread.
  void end() noexcept;

 private:
  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable half_ended_;
  std::size_t count_ = 0;  ///< under mutex_
};

}  // namespace ncf::base
