// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/generate/chunk_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "filter/spec/chain_order.hpp"
#include "model/grid/box.hpp"
#include "ncf/error.hpp"
#include "ops/generate/value_pass.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/tiles/padded_chunk.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {
namespace {

using model::VariableId;

/// For smaller variables, encoding chunks separately is not worthwhile.
constexpr std::size_t min_variable_bytes = std::size_t{256} << 10U;
/// Limit for a slab: the chunks that hold neighbouring values are in memory together.
constexpr std::size_t max_slab_bytes = std::size_t{8} << 20U;

/// Returns whether the schema permits it.
bool may_be_encoded(const model::Variable& variable) {
  return variable.has_filters() && variable.type->is_atomic() &&
         variable.storage.layout == model::Layout::chunked &&
         variable.storage.chunk_shape.size() == variable.dimensions.size();
}

/// Returns whether our kernels must or should encode it.
/// throws: Error(usage) if they must, and a slab does not fit in memory.
bool is_ours_to_encode(const model::Schema& made, VariableId id, const model::StoredForm& to,
                       std::uint64_t max_memory_bytes) {
  const model::Variable& variable = made.variables[id];
  const std::vector<std::size_t> shape = made.shape(variable);
  const std::size_t value_bytes = variable.type->size_bytes;
  const std::size_t slab = transcode::values_of_a_row(shape, variable.storage.chunk_shape);
  if (transcode::needs_padding(to, shape)) {
    if (slab <= std::max<std::uint64_t>(max_memory_bytes, max_slab_bytes) / value_bytes)
      return true;
    throw Error(ErrorCode::usage,
                fmt::format("variable {}: its lossy filter needs {} bytes of memory for the chunks "
                            "beside each other; allow this with --max-memory, or choose smaller "
                            "chunks",
                            made.variable_path(id), std::uint64_t{slab} * value_bytes));
  }
  const bool is_worth_it = model::value_count(shape) >= min_variable_bytes / value_bytes ||
                           filter::has_late_szip(to.filters, value_bytes);
  return is_worth_it && slab <= max_slab_bytes / value_bytes;
}

/// Returns the form of the values in the text, with fill values for those it does not give.
model::StoredForm form_of_text(const model::Schema& made, VariableId id) {
  model::StoredForm form = model::elements_form(made, id);
  const model::Values fill = fill_value_for_text(made.variables[id]);
  form.fill.emplace(fill.data(), fill.data() + fill.size_bytes());
  return form;
}

}  // namespace

ChunkPlan::ChunkPlan(model::Target& target, const model::Schema& made, const Quantizers& quantizers,
                     std::uint64_t max_memory_bytes)
    : recodings_(made.variables.size()) {
  if (!target.shows_stored_bytes()) return;
  plugin::KernelChains chains;
  for (VariableId id = 0; id < made.variables.size(); ++id) {
    const model::Variable& variable = made.variables[id];
    if (!may_be_encoded(variable)) continue;
    model::StoredForm from = form_of_text(made, id);
    model::StoredForm to = target.stored_form(id);
    auto chain = chains.prepare(to.chain(), to.optional_filters);
    const bool is_as_planned = to.chunk_shape == variable.storage.chunk_shape;
    if (!chain || !is_as_planned || transcode::why_not_recode(from, to)) continue;
    if (!is_ours_to_encode(made, id, to, max_memory_bytes)) continue;
    recodings_[id].emplace(made.variable_path(id),
                           transcode::RecodingSide{id, std::move(from), std::nullopt},
                           transcode::RecodingSide{id, std::move(to), std::move(chain)},
                           quantizers[id], tolerance_of(variable));
  }
}

bool ChunkPlan::is_empty() const noexcept {
  return std::none_of(recodings_.begin(), recodings_.end(),
                      [](const auto& recoding) { return recoding.has_value(); });
}

const transcode::Recoding* ChunkPlan::find(VariableId id) const {
  return id < recodings_.size() && recodings_[id] ? &*recodings_[id] : nullptr;
}

}  // namespace ncf::ops
