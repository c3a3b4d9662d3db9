// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Provides a dump with values: the calling thread reads the stores, other threads decode and
// format. Resources that a small dataset does not need are not created.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/worker_pool.hpp"
#include "model/source.hpp"
#include "plugin/kernel_chain.hpp"
#include "transcode/value_source.hpp"

namespace ncf::ops {

class ValueEngine {
 public:
  /// input: outlives the engine.
  ValueEngine(model::Source& input, std::size_t threads) : input_(input), threads_(threads) {}

  [[nodiscard]] const model::Schema& schema() const { return input_.schema(); }
  [[nodiscard]] model::Source& input() const noexcept { return input_; }

  /// A source of values, and the largest box to read at once so that each chunk is read only once.
  struct Source {
    std::unique_ptr<transcode::ValueSource> values;
    std::size_t max_values = 1;
  };
  /// throws: Error if a filter is missing that values were encoded with.
  [[nodiscard]] Source open_source(model::VariableId variable);

  [[nodiscard]] std::size_t thread_count() const noexcept { return threads_; }
  /// Created on first use.
  [[nodiscard]] base::WorkerPool& pool();
  /// The buffers of worker `worker`.
  [[nodiscard]] transcode::Scratch& scratch(std::size_t worker) { return scratches_[worker]; }

 private:
  std::optional<Source> open_chunk_source(model::VariableId variable);

  model::Source& input_;
  std::size_t threads_;
  plugin::KernelChains chains_;
  std::vector<transcode::Scratch> scratches_;
  std::optional<base::WorkerPool> pool_;  ///< last: its threads use the rest
};

}  // namespace ncf::ops
