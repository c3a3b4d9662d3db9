// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/jobs.hpp"

#include <atomic>
#include <future>

#include "base/threads/stop.hpp"
#include "ops/values/work_in_order.hpp"

namespace ncf::ops {
namespace {

struct RunningJob {
  std::future<void> is_done;
};

/// Cancels the jobs that have not begun, unless all have ended.
struct Cancellation {
  std::atomic<bool>& is_cancelled;
  ~Cancellation() { is_cancelled = true; }
};

}  // namespace

void run_jobs(base::WorkerPool& pool, std::size_t count, const IndexedJob& job,
              const std::function<void(std::size_t)>& on_ended) {
  std::atomic<bool> is_cancelled = false;
  const auto run = [&](std::size_t index, std::size_t worker) {
    if (is_cancelled) return;
    try {
      base::throw_if_stopped();
      job(index, worker);
    } catch (...) {
      is_cancelled = true;
      throw;
    }
  };
  WorkInOrder<RunningJob> jobs;
  const Cancellation at_end{is_cancelled};
  for (std::size_t index = 0; index < count; ++index) {
    jobs.add({pool.start([&run, index](std::size_t worker) { run(index, worker); })});
  }
  for (std::size_t ended = 1; ended <= count; ++ended) {
    jobs.take_oldest();
    if (on_ended) on_ended(ended);
  }
}

}  // namespace ncf::ops
