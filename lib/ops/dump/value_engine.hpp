// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the values of a variable as text, from the first to the last, in bounded memory: reads
// boxes ahead, formats them on the engine's threads, and appends them in order.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/threads/worker_pool.hpp"
#include "model/dataset/source.hpp"
#include "ncf/error.hpp"
#include "ops/dump/value_output.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/values/value_source.hpp"

namespace ncf::ops {

/// Provides a dump with values: the calling thread reads the stores, other threads decode and
/// format. Resources that a small dataset does not need are not created.
class ValueEngine {
 public:
  /// input: must outlive the engine.
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
  /// Returns the pool, which is created on first use.
  [[nodiscard]] base::WorkerPool& pool();
  /// Returns the buffers of worker `worker`.
  [[nodiscard]] transcode::Scratch& scratch(std::size_t worker) { return scratches_[worker]; }

 private:
  std::optional<Source> open_chunk_source(model::VariableId variable);

  model::Source& input_;
  std::size_t threads_;
  plugin::KernelChains chains_;
  std::vector<transcode::Scratch> scratches_;
  std::optional<base::WorkerPool> pool_;  ///< last: its threads use the rest
};

/// Returns whether the variable has values: no dimension has length 0.
bool holds_values(const model::Schema& schema, const model::Variable& variable);

/// Returns whether the variable is empty only because there are no records yet.
bool awaits_records(const model::Schema& schema, const model::Variable& variable);

/// Writes the values of a variable that has some to `output`, and calls `flush` whenever the text
/// has grown. If values cannot be read, returns the reason; `output` then contains the values
/// before them and was cut short. throws: Error when stopped; errors of `flush`.
std::optional<Error> write_values(ValueEngine& engine, model::VariableId variable,
                                  ValueOutput& output, const std::function<void()>& flush);

}  // namespace ncf::ops
