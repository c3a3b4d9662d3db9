// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/schema/array_form.hpp"

#include <utility>

#include "model/schema/fill_values.hpp"
#include "store/zarr/metadata/fill_value.hpp"

namespace ncf::store::zarr {
namespace {

using model::Layout;
using model::VariableId;

std::vector<std::byte> stored_fill(const ArrayMetadata& array) {
  std::vector<std::byte> bytes(array.element.bytes);
  write_elements(array.element,
                 array.fill ? *array.fill : model::default_fill_value(type_of(array.element)),
                 bytes);
  return bytes;
}

/// Returns whether chunks have elements in C order, encoded by the variable's codecs; otherwise
/// only this store can read the elements.
/// extent: of the variable; if the array is shorter, its last chunk holds arbitrary values beyond
/// the end.
bool has_plain_chunks(const OpenArray& array, const std::vector<std::size_t>& extent) {
  const ArrayMetadata& metadata = array.metadata;
  for (std::size_t d = 0; d < extent.size(); ++d) {
    const std::size_t length = metadata.shape[d];
    if (length < extent[d] && length % metadata.chunk_shape[d] != 0) return false;
  }
  return (array.is_opaque() || !metadata.fault) && metadata.stored_order.empty() &&
         metadata.chunk_ends.empty() && !element_name(metadata.element).empty();
}

/// Adds the differences between the codecs and the filters.
void add_codecs(const OpenArray& array, model::StoredForm& form) {
  const ArrayFilters& coding = array.coding;
  if (array.is_opaque()) {
    form.codecs = format_compact_json(filter::list_of_codecs(array.metadata.all_codecs));
    return;
  }
  if (coding.has_own_kernels) form.own_chain = coding.chain;
  if (coding.has_own_kernels || coding.has_own_bytes) {
    form.codecs = format_compact_json(filter::list_of_codecs(array.metadata.codecs));
  }
}

}  // namespace

model::StoredForm stored_form(const OpenStore& store, VariableId id,
                              std::vector<std::size_t> extent) {
  const OpenArray& array = store.arrays[id];
  const model::Variable& variable = store.schema.variables[id];
  model::StoredForm form;
  form.unreadable_codecs = array.unreadable_codecs;
  if (array.metadata.fault && !array.is_opaque()) {
    form.layout = Layout::other;
    return form;
  }
  const ArrayMetadata& metadata = array.metadata;
  form.extent = std::move(extent);
  // A scalar has one chunk.
  const bool may_be_chunked = variable.storage.layout == Layout::chunked || array.is_opaque();
  const bool is_chunked = may_be_chunked && has_plain_chunks(array, form.extent);
  form.layout = is_chunked          ? Layout::chunked
                : array.is_opaque() ? Layout::other
                                    : Layout::contiguous;
  if (is_chunked) {
    form.chunk_shape = metadata.chunk_shape;
    if (array.is_scalar_of_one) form.chunk_shape.clear();
    if (metadata.sharding) form.shard_shape = metadata.sharding->shard_shape;
    form.filters = variable.filters;
    add_codecs(array, form);
    form.shows_padding = true;
    form.has_any_streams = store.schema.format != Format::nczarr;
  }
  for (std::size_t d = 0; d < form.extent.size(); ++d) {
    const bool is_unlimited = store.schema.dimensions[variable.dimensions[d]].is_unlimited;
    form.max_extent.push_back(is_unlimited ? model::unlimited : form.extent[d]);
  }
  form.element = element_name(metadata.element);
  form.byte_order = byte_order_of(metadata.element);
  form.element_bytes = metadata.element.bytes;
  form.fill = stored_fill(metadata);
  return form;
}

model::Storage storage_of(const model::Variable& variable, const ArrayMetadata& array,
                          bool is_contiguous) {
  if (variable.dimensions.empty() || (is_contiguous && variable.codecs.empty())) return {};
  model::Storage storage{model::Layout::chunked, array.chunk_shape};
  if (array.sharding) storage.shard_shape = array.sharding->shard_shape;
  return storage;
}

std::vector<std::size_t> chunk_coordinates(const OpenArray& array,
                                           std::span<const std::size_t> offset) {
  const auto& chunk_shape = array.metadata.chunk_shape;
  if (array.is_scalar_of_one) return {0};
  std::vector<std::size_t> coordinates;
  for (std::size_t d = 0; d < offset.size(); ++d) coordinates.push_back(offset[d] / chunk_shape[d]);
  return coordinates;
}

}  // namespace ncf::store::zarr
