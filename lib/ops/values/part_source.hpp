// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads boxes that overlap many chunks, without keeping all of these in memory: chunks are read one
// after another, and all workers decode them into their places.
//
// I/O thread only.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "base/threads/worker_pool.hpp"
#include "model/grid/chunk_grid.hpp"
#include "transcode/values/value_source.hpp"

namespace ncf::ops {

/// The workers that decode. Must outlive the source.
struct PartWorkers {
  base::WorkerPool& pool;
  std::function<transcode::Scratch&(std::size_t worker)> scratch;
  std::size_t max_parts = 1;  ///< chunks in memory at a time, or groups of small ones
};

/// Makes such a source, whose `read` returns decoded values. chunks: reads values of a fixed size
/// from the chunks of `grid`.
[[nodiscard]] std::unique_ptr<transcode::ValueSource> make_part_source(
    std::unique_ptr<transcode::ValueSource> chunks, model::ChunkGrid grid, std::size_t value_bytes,
    PartWorkers workers);

}  // namespace ncf::ops
