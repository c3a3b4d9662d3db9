// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dump/value_engine.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "base/machine.hpp"
#include "ops/variable_values.hpp"
#include "transcode/slab_source.hpp"

namespace ncf::ops {
namespace {

constexpr std::size_t box_values = std::size_t{128} << 10;
constexpr std::size_t max_box_bytes = std::size_t{16} << 20;
/// For smaller variables, reading chunks separately is not worthwhile.
constexpr std::size_t min_variable_bytes = std::size_t{1} << 20;

/// Limit for a slab; several are in memory at a time.
std::size_t max_slab_bytes() {
  constexpr std::uint64_t most = std::uint64_t{256} << 20;
  return static_cast<std::size_t>(std::min(most, base::machine_memory_bytes() / 16));
}

std::size_t max_values_of(std::size_t value_bytes) {
  return std::min(box_values, std::max<std::size_t>(1, max_box_bytes / value_bytes));
}

std::size_t product(const std::vector<std::size_t>& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), std::size_t{1}, std::multiplies<>());
}

}  // namespace

ValueEngine::Source ValueEngine::open_source(model::VariableId id) {
  if (auto source = open_chunk_source(id)) return std::move(*source);
  const std::size_t value_bytes = input_.schema().variables[id].type->size_bytes;
  return {open_through_store(input_, id), max_values_of(value_bytes)};
}

std::optional<ValueEngine::Source> ValueEngine::open_chunk_source(model::VariableId id) {
  const model::Schema& schema = input_.schema();
  const model::Variable& variable = schema.variables[id];
  const auto shape = schema.shape(variable);
  const std::size_t value_bytes = variable.type->size_bytes;
  if (variable.storage.layout != model::Layout::chunked || variable.filters.empty() ||
      product(shape) < min_variable_bytes / value_bytes) {
    return std::nullopt;
  }
  const std::size_t slab = transcode::slab_values(shape, variable.storage.chunk_shape);
  if (slab > max_slab_bytes() / value_bytes) return std::nullopt;
  auto values = find_chunk_values(input_, id, chains_);
  if (!values) return std::nullopt;
  if (slab <= max_box_bytes / value_bytes) {
    return Source{transcode::make_chunk_source(input_, id, std::move(*values)),
                  std::max(slab, box_values)};
  }
  const auto scratch_of = [this](std::size_t worker) -> transcode::Scratch& {
    return scratch(worker);
  };
  return Source{transcode::make_slab_source(input_, id, std::move(*values), {pool(), scratch_of}),
                box_values};
}

base::WorkerPool& ValueEngine::pool() {
  if (!pool_) {
    pool_.emplace(threads_);
    scratches_.resize(pool_->worker_count());
  }
  return *pool_;
}

}  // namespace ncf::ops
