// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filters/required_filters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors/error_context.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/schema/default_chunks.hpp"
#include "ncf/error.hpp"
#include "transcode/recoding/tolerance.hpp"
#include "transcode/tiles/padded_chunk.hpp"

namespace ncf::ops {
namespace {

using model::StoredForm;

constexpr std::size_t mask_bits = 32;

bool skips(const model::StoredPlace& chunk, std::size_t filter) {
  return (chunk.filter_mask >> filter & 1U) != 0;
}

/// Returns whether all stored chunks skip the filter. If one does not, the first chunks usually
/// show it.
bool every_chunk_skips(model::Source& input, model::VariableId id, std::uint32_t filter_id) {
  const StoredForm form = input.stored_form(id);
  if (form.layout != model::Layout::chunked) return false;
  const auto found =
      std::find_if(form.filters.begin(), form.filters.end(),
                   [&](const StoredFilter& filter) { return filter.id == filter_id; });
  const auto filter = static_cast<std::size_t>(found - form.filters.begin());
  if (found == form.filters.end() || filter >= mask_bits) return false;
  const model::ChunkGrid grid(form.extent, form.chunk_shape);
  bool is_skipped = true;
  input.visit_chunks(id, grid, [&](std::size_t /*chunk*/, const model::StoredPlace& place) {
    is_skipped = skips(place, filter);
    return is_skipped;
  });
  return is_skipped;
}

}  // namespace

bool has_all_filters(const model::Variable& variable) {
  return std::all_of(variable.filters.begin(), variable.filters.end(),
                     [](const StoredFilter& filter) { return plugin::can_decode(filter.id); });
}

void require_filters_to_read(model::Source& input, model::VariableId id,
                             const StoredChain& filters) {
  for (const StoredFilter& needed : filters) {
    if (plugin::can_decode(needed.id) || every_chunk_skips(input, id, needed.id)) continue;
    require_filters(input.schema(), id, StoredChain{needed}, plugin::FilterUse::decode);
  }
}

void require_safe_in_libhdf5(const model::Schema& schema, model::VariableId id,
                             const StoredChain& filters) {
  base::with_context("variable " + schema.variable_path(id), [&] {
    filter::require_no_late_szip(filters, schema.variables[id].type->size_bytes);
  });
}

void require_safe_padding(const model::Schema& schema, model::VariableId id,
                          const StoredChain& filters, std::string_view remedy) {
  StoredForm form = model::elements_form(schema, id);
  form.chunk_shape = model::chunk_shape_to_make(schema, schema.variables[id]);
  if (form.chunk_shape.empty()) return;
  form.layout = model::Layout::chunked;
  form.filters = filters;
  const transcode::Tolerance tolerance(visible_form(filters));
  if (tolerance.block_edge() <= 1 || !transcode::needs_padding(form, form.extent)) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("{} encodes the last values together with the fill values that pad the "
                          "last chunks, and may turn the values into 0; {}",
                          tolerance.filters(), remedy))
      .add_context("variable " + schema.variable_path(id));
}

}  // namespace ncf::ops
