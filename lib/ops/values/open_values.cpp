// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/open_values.hpp"

#include <utility>

#include "model/dataset/stored_form.hpp"
#include "ops/filters/required_filters.hpp"

namespace ncf::ops {

using transcode::StoredValues;

std::optional<transcode::ChunkValues> find_chunk_values(model::Source& input, model::VariableId id,
                                                        plugin::KernelChains& chains) {
  const model::Schema& schema = input.schema();
  const model::Variable& variable = schema.variables[id];
  if (variable.storage.layout != model::Layout::chunked) return std::nullopt;
  model::StoredForm form = input.stored_form(id);
  if (form.layout != model::Layout::chunked || !form.fill ||
      !transcode::holds_values(form, *variable.type, schema.shape(variable))) {
    return std::nullopt;
  }
  auto chain = chains.prepare(form.chain(), form.optional_filters);
  if (!chain) return std::nullopt;
  return transcode::ChunkValues(std::move(form), std::move(*chain), schema.variable_path(id));
}

// The store reads values only if all filters are available, but elements need only the filters with
// which the stored chunks were encoded.
StoredValues open_unchunked(model::Source& input, model::VariableId id) {
  const model::Schema& schema = input.schema();
  const model::Variable& variable = schema.variables[id];
  const bool is_chunked = variable.storage.layout == model::Layout::chunked;
  const bool lacks_filters = is_netcdf4(schema.format) && !has_all_filters(variable);
  if (lacks_filters) require_filters_to_read(input, id, variable.filters);
  if ((is_chunked && !lacks_filters) || input.fault(id)) {
    return {input, id, transcode::StoreValues()};
  }
  const model::StoredForm form = input.stored_form(id);
  if (!transcode::holds_values(form, *variable.type, schema.shape(variable))) {
    return {input, id, transcode::StoreValues()};
  }
  const model::Element element{form.element_bytes, model::is_foreign(form.byte_order)};
  if (auto places = input.find_elements(id)) {
    return {input, id, transcode::PlacedValues{*std::move(places), element}};
  }
  if (lacks_filters && form.layout == model::Layout::chunked && form.fill) {
    return {input, id, transcode::StoreElements{element}};
  }
  return {input, id, transcode::StoreValues()};
}

StoredValues open_values(model::Source& input, model::VariableId id, plugin::KernelChains& chains) {
  if (auto chunks = find_chunk_values(input, id, chains)) return {input, id, *std::move(chunks)};
  return open_unchunked(input, id);
}

}  // namespace ncf::ops
