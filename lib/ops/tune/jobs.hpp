// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Work of many equal parts, done by a pool while the thread that asks waits.
#pragma once

#include <cstddef>
#include <functional>

#include "base/worker_pool.hpp"

namespace ncf::ops {

/// What is done with part `index` by worker `worker`. May throw.
using IndexedJob = std::function<void(std::size_t index, std::size_t worker)>;

/// Runs job 0 to `count` - 1 on all workers, and comes back when all have ended.
/// on_ended: called on this thread, now and then, with how many have.
/// throws: what the first job that failed threw; Error(interrupted) after a stop was requested,
/// once what is running has ended.
void run_jobs(base::WorkerPool& pool, std::size_t count, const IndexedJob& job,
              const std::function<void(std::size_t ended)>& on_ended);

}  // namespace ncf::ops
