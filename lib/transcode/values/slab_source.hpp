// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of a variable for boxes in C order that are much smaller than its chunks. Adjacent chunks
// form a slab, whose values are contiguous in C order. Each chunk of a slab is decoded by a job of
// its own into memory that all boxes within the slab share. So each chunk is read and decoded once,
// on all threads, however small the boxes are.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "base/threads/worker_pool.hpp"
#include "transcode/values/value_source.hpp"

namespace ncf::transcode {

/// The workers that decode the chunks of slabs. All members must outlive the source and its jobs.
struct SlabWorkers {
  base::WorkerPool& pool;
  std::function<Scratch&(std::size_t worker)> scratch;
};

/// Returns the number of values in the smallest slab of a variable of `shape` with chunks of shape
/// `chunk`.
[[nodiscard]] std::size_t slab_values(const std::vector<std::size_t>& shape,
                                      const std::vector<std::size_t>& chunk);

/// Does the same as make_chunk_source. Boxes must be read in C order. The results of `read` must be
/// decoded by jobs submitted to the pool afterwards, or on a thread outside the pool. At most two
/// slabs are in memory, in addition to those of boxes still to be decoded.
[[nodiscard]] std::unique_ptr<ValueSource> make_slab_source(model::Source& source,
                                                            model::VariableId variable,
                                                            ChunkValues chunks,
                                                            SlabWorkers workers);

}  // namespace ncf::transcode
