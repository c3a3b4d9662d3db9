// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dump/value_engine.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "base/machine.hpp"
#include "ops/required_filters.hpp"
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
  if (auto source = open_element_source(id)) return std::move(*source);
  if (auto source = open_chunk_source(id)) return std::move(*source);
  const std::size_t value_bytes = input_.schema().variables[id].type->size_bytes;
  return {transcode::make_typed_source(input_, id), max_values_of(value_bytes)};
}

// The store reads values only if all filters are available. Elements need only the filters that the
// stored chunks were encoded with.
std::optional<ValueEngine::Source> ValueEngine::open_element_source(model::VariableId id) {
  const model::Schema& schema = input_.schema();
  const model::Variable& variable = schema.variables[id];
  if (!is_netcdf4(schema.format) || has_all_filters(variable)) return std::nullopt;
  require_filters_to_read(input_, id, variable.filters);
  const model::StoredForm form = input_.stored_form(id);
  if (!transcode::holds_values_in_chunks(form, *variable.type, schema.shape(variable))) {
    return std::nullopt;
  }
  return Source{transcode::make_element_source(input_, id, variable.type, form.byte_order),
                max_values_of(variable.type->size_bytes)};
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
  model::StoredForm form = input_.stored_form(id);
  if (!transcode::holds_values_in_chunks(form, *variable.type, shape)) return std::nullopt;
  auto chain = chains_.prepare(form.filters, form.optional_filters);
  if (!chain) return std::nullopt;
  transcode::ChunkValues values(std::move(form), std::move(*chain), schema.variable_path(id));
  if (slab <= max_box_bytes / value_bytes) {
    return Source{transcode::make_chunk_source(input_, id, std::move(values)),
                  std::max(slab, box_values)};
  }
  const auto scratch_of = [this](std::size_t worker) -> transcode::Scratch& {
    return scratch(worker);
  };
  return Source{transcode::make_slab_source(input_, id, std::move(values), {pool(), scratch_of}),
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
