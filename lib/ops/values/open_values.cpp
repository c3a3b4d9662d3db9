// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/open_values.hpp"

#include <utility>

#include "ops/filters/required_filters.hpp"

namespace ncf::ops {

std::optional<transcode::ChunkValues> find_chunk_values(model::Source& input, model::VariableId id,
                                                        plugin::KernelChains& chains) {
  const model::Schema& schema = input.schema();
  const model::Variable& variable = schema.variables[id];
  if (variable.storage.layout != model::Layout::chunked) return std::nullopt;
  model::StoredForm form = input.stored_form(id);
  if (!transcode::holds_values_in_chunks(form, *variable.type, schema.shape(variable))) {
    return std::nullopt;
  }
  auto chain = chains.prepare(form.chain(), form.optional_filters);
  if (!chain) return std::nullopt;
  return transcode::ChunkValues(std::move(form), std::move(*chain), schema.variable_path(id));
}

// The store reads values only if all filters are available, but elements need only the filters with
// which the stored chunks were encoded.
std::unique_ptr<transcode::ValueSource> open_through_store(model::Source& input,
                                                           model::VariableId id) {
  const model::Schema& schema = input.schema();
  const model::Variable& variable = schema.variables[id];
  if (is_netcdf4(schema.format) && !has_all_filters(variable)) {
    require_filters_to_read(input, id, variable.filters);
    const model::StoredForm form = input.stored_form(id);
    if (transcode::holds_values_in_chunks(form, *variable.type, schema.shape(variable))) {
      return transcode::make_element_source(input, id, variable.type, form.byte_order);
    }
  }
  return transcode::make_typed_source(input, id);
}

}  // namespace ncf::ops
