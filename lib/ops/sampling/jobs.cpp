// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/jobs.hpp"

#include "base/threads/in_order.hpp"
#include "base/threads/stop.hpp"

namespace ncf::ops {

void run_jobs(base::WorkerPool& pool, std::size_t count, const IndexedJob& job,
              const std::function<void(std::size_t)>& on_ended) {
  base::InOrder<std::size_t> jobs;
  for (std::size_t index = 0; index < count; ++index) {
    jobs.start(pool, index, 0, [&job](std::size_t begun, std::size_t worker) {
      base::throw_if_stopped();
      job(begun, worker);
    });
  }
  for (std::size_t ended = 1; ended <= count; ++ended) {
    (void)jobs.end_oldest();
    if (on_ended) on_ended(ended);
  }
}

}  // namespace ncf::ops
