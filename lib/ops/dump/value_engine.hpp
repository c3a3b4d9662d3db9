// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a dump gets values from, and who works on them: stores are read by the thread that calls,
// decoding and formatting go to others. What small datasets do not need is not made.
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
  /// input: outlives this.
  ValueEngine(model::Source& input, std::size_t threads) : input_(input), threads_(threads) {}

  [[nodiscard]] const model::Schema& schema() const { return input_.schema(); }

  /// Source of a variable, and how many values a box of it should hold at most, so that chunks are
  /// read once.
  struct Source {
    std::unique_ptr<transcode::ValueSource> values;
    std::size_t max_values = 1;
  };
  /// throws: Error where a filter is missing that values were encoded with.
  [[nodiscard]] Source open_source(model::VariableId variable);

  [[nodiscard]] std::size_t thread_count() const noexcept { return threads_; }
  /// Made when first asked for.
  [[nodiscard]] base::WorkerPool& pool();
  /// What worker `worker` works with.
  [[nodiscard]] transcode::Scratch& scratch(std::size_t worker) { return scratches_[worker]; }

 private:
  std::optional<Source> open_chunk_source(model::VariableId variable);
  std::optional<Source> open_element_source(model::VariableId variable);

  model::Source& input_;
  std::size_t threads_;
  plugin::KernelChains chains_;
  std::vector<transcode::Scratch> scratches_;
  std::optional<base::WorkerPool> pool_;  ///< last: its threads use the rest
};

}  // namespace ncf::ops
