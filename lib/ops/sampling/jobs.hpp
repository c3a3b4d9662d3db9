// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs many equal jobs on a pool while the calling thread waits.
#pragma once

#include <cstddef>
#include <functional>

#include "base/threads/worker_pool.hpp"

namespace ncf::ops {

/// Works on part `index`, on worker `worker`. May throw.
using IndexedJob = std::function<void(std::size_t index, std::size_t worker)>;

/// Runs jobs 0 to `count` - 1 on all workers and returns when all have ended.
/// on_ended: called on the calling thread after each job, with the number that have ended.
/// throws: as the first of the jobs that failed; Error(interrupted) after a stop request, once the
/// running jobs have ended.
void run_jobs(base::WorkerPool& pool, std::size_t count, const IndexedJob& job,
              const std::function<void(std::size_t ended)>& on_ended);

}  // namespace ncf::ops
