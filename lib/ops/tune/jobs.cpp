// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/jobs.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "base/stop.hpp"

namespace ncf::ops {
namespace {

constexpr std::chrono::milliseconds between_looks{100};

class Jobs {
 public:
  Jobs(base::WorkerPool& pool, const IndexedJob& job) : pool_(pool), job_(job) {}
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;
  ~Jobs() {
    std::unique_lock lock(mutex_);
    is_cancelled_ = true;
    changed_.wait(lock, [this] { return ended_ == submitted_; });
  }

  void submit(std::size_t index) {
    pool_.submit([this, index](std::size_t worker) { run(index, worker); });
    ++submitted_;
  }

  /// Waits a while for one more job to end. Returns how many have. throws: as the first that
  /// failed.
  std::size_t wait() {
    std::unique_lock lock(mutex_);
    if (ended_ < submitted_) changed_.wait_for(lock, between_looks);
    if (failure_) std::rethrow_exception(failure_);
    return ended_;
  }

 private:
  void run(std::size_t index, std::size_t worker) {
    std::exception_ptr failure;
    try {
      if (!is_cancelled()) {
        base::throw_if_stopped();
        job_(index, worker);
      }
    } catch (...) {
      failure = std::current_exception();
    }
    // All under the lock: the waiting thread then destroys this object.
    const std::lock_guard lock(mutex_);
    if (failure && !failure_) failure_ = failure;
    is_cancelled_ = is_cancelled_ || failure;
    ++ended_;
    changed_.notify_one();
  }

  bool is_cancelled() {
    const std::lock_guard lock(mutex_);
    return is_cancelled_;
  }

  base::WorkerPool& pool_;
  const IndexedJob& job_;
  std::size_t submitted_ = 0;  ///< used by the waiting thread
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t ended_ = 0;       ///< under mutex_
  bool is_cancelled_ = false;   ///< under mutex_
  std::exception_ptr failure_;  ///< under mutex_
};

}  // namespace

void run_jobs(base::WorkerPool& pool, std::size_t count, const IndexedJob& job,
              const std::function<void(std::size_t)>& on_ended) {
  Jobs jobs(pool, job);
  for (std::size_t i = 0; i < count; ++i) jobs.submit(i);
  for (std::size_t ended = 0; ended < count;) {
    ended = jobs.wait();
    if (on_ended) on_ended(ended);
  }
}

}  // namespace ncf::ops
