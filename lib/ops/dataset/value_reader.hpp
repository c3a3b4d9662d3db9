// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the elements of boxes into memory of the caller. All threads decode the chunks of a box,
// each into its place; what only the store can decode is read on the calling thread.
//
// I/O thread only.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/process/worker_pool.hpp"
#include "model/source.hpp"
#include "plugin/kernel_chain.hpp"
#include "transcode/chunk_values.hpp"
#include "transcode/value_source.hpp"

namespace ncf::ops {

class ValueReader {
 public:
  /// source: outlives the reader.
  ValueReader(model::Source& source, std::size_t threads);

  /// box: within the variable, whose elements have a fixed size. elements: as large as the box.
  /// throws: Error naming the variable, and the chunk if one cannot be decoded.
  void read(model::VariableId id, const model::Box& box, std::span<std::byte> elements);

 private:
  void open(model::VariableId id);
  void decode(const model::Box& box, std::span<std::byte> elements);
  void decode_parts(const model::Box& box, std::span<std::byte> elements);
  [[nodiscard]] std::size_t announce(const std::vector<std::size_t>& numbers, std::size_t next);
  void decode_chunk(const model::Box& chunk, const std::optional<model::StoredPlace>& place,
                    const model::Box& box, std::byte* elements, transcode::Scratch& scratch);

  model::Source& source_;
  plugin::KernelChains chains_;
  std::optional<model::VariableId> open_id_;        ///< of the following
  std::optional<transcode::ChunkValues> chunks_;    ///< empty if only the store can decode
  std::unique_ptr<transcode::ValueSource> values_;  ///< without `chunks_`
  std::vector<transcode::Scratch> scratches_;       ///< one per worker
  base::WorkerPool pool_;  ///< last: its threads end before the rest is destroyed
};

}  // namespace ncf::ops
