// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of a variable whose chunks reach over many values in C order: chunks that lie beside each
// other make a slab, whose values are the variable's in C order, and are decoded together, each by
// a job of its own, into memory that the boxes within share. So each chunk is read and decoded
// once, on all threads, however small the boxes are.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "base/worker_pool.hpp"
#include "transcode/chunk_values.hpp"
#include "transcode/value_source.hpp"

namespace ncf::transcode {

/// Who decodes the chunks of slabs. All outlives the source, and its jobs.
struct SlabWorkers {
  base::WorkerPool& pool;
  std::function<Scratch&(std::size_t worker)> scratch;
};

/// Values of the smallest slab of a variable of `shape`, stored in chunks of shape `chunk`.
[[nodiscard]] std::size_t slab_values(const std::vector<std::size_t>& shape,
                                      const std::vector<std::size_t>& chunk);

/// As make_chunk_source. Boxes are read in C order, and what `read` gave for them is decoded by
/// jobs submitted to the pool after, or on a thread that is not the pool's. Two slabs at most are
/// in memory, besides those of boxes that are still to be decoded.
[[nodiscard]] std::unique_ptr<ValueSource> make_slab_source(model::Source& source,
                                                            model::VariableId variable,
                                                            ChunkValues chunks,
                                                            SlabWorkers workers);

}  // namespace ncf::transcode
