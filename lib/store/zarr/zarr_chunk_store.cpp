// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/zarr_chunk_store.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "base/at_place.hpp"
#include "model/default_fill.hpp"
#include "ncf/error.hpp"
#include "store/zarr/fill_value.hpp"

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

/// Whether chunks are files that hold what the variable's filters, or codecs, make of its elements;
/// others are known to this store alone, which gives their elements.
/// extent: the variable's; where the array ends before it, the chunk at the end holds anything.
bool has_plain_chunks(const OpenArray& array, const std::vector<std::size_t>& extent) {
  const ArrayMetadata& metadata = array.metadata;
  for (std::size_t d = 0; d < extent.size(); ++d) {
    const std::size_t length = metadata.shape[d];
    if (length < extent[d] && length % metadata.chunk_shape[d] != 0) return false;
  }
  const bool is_of_chain = array.is_opaque() || (!metadata.fault && array.is_same_bytes);
  return is_of_chain && !metadata.sharding && metadata.stored_order.empty() &&
         !element_name(metadata.element).empty();
}

}  // namespace

template <class Work>
decltype(auto) ZarrChunkStore::at_variable(VariableId id, Work&& work) const {
  return base::at_place(name_, [&]() -> decltype(auto) {
    return base::at_place([&] { return "variable " + store_->schema().variable_path(id); },
                          std::forward<Work>(work));
  });
}

// While an array is written, others make its dimensions longer; of one that is read, what lies
// beyond its end is the array's fill value.
std::vector<std::size_t> ZarrChunkStore::extent_of(VariableId id) const {
  const model::Schema& schema = store_->schema();
  const model::Variable& variable = schema.variables[id];
  if (variable.is_scalar() || use_ == Use::read) return schema.shape(variable);
  return store_->array(id).metadata.shape;
}

model::StoredForm ZarrChunkStore::stored_form(VariableId id) {
  const OpenArray& array = store_->array(id);
  const model::Variable& variable = store_->schema().variables[id];
  model::StoredForm form;
  form.unreadable_codecs = array.unreadable_codecs;
  if (array.metadata.fault && !array.is_opaque()) {
    form.layout = Layout::other;
    return form;
  }
  const ArrayMetadata& metadata = array.metadata;
  form.extent = extent_of(id);
  // A scalar has one chunk.
  const bool may_be_chunked = variable.storage.layout == Layout::chunked || array.is_opaque();
  const bool is_chunked = may_be_chunked && has_plain_chunks(array, form.extent);
  form.layout = is_chunked          ? Layout::chunked
                : array.is_opaque() ? Layout::other
                                    : Layout::contiguous;
  if (is_chunked) {
    form.chunk_shape = metadata.chunk_shape;
    if (array.is_scalar_of_one) form.chunk_shape.clear();
    form.filters = variable.filters;
    if (array.is_opaque()) form.codecs = filter::format_codecs_v3(metadata.all_codecs);
    form.shows_padding = true;
  }
  for (std::size_t d = 0; d < form.extent.size(); ++d) {
    const bool is_unlimited = store_->schema().dimensions[variable.dimensions[d]].is_unlimited;
    form.max_extent.push_back(is_unlimited ? model::unlimited : form.extent[d]);
  }
  form.element = element_name(metadata.element);
  form.byte_order = byte_order_of(metadata.element);
  form.element_bytes = metadata.element.bytes;
  form.fill = stored_fill(metadata);
  return form;
}

std::size_t ZarrChunkStore::stored_chunk_count(VariableId id) {
  return at_variable(id, [&] { return store_->chunks(id).count_stored(); });
}

std::uint64_t ZarrChunkStore::stored_bytes(VariableId id) {
  return at_variable(id, [&] { return store_->chunks(id).stored_bytes(); });
}

std::vector<std::size_t> ZarrChunkStore::numbers_of(VariableId id,
                                                    std::span<const std::size_t> offset) const {
  const auto& chunk_shape = store_->array(id).metadata.chunk_shape;
  if (store_->array(id).is_scalar_of_one) return {0};
  std::vector<std::size_t> numbers;
  for (std::size_t d = 0; d < offset.size(); ++d) numbers.push_back(offset[d] / chunk_shape[d]);
  return numbers;
}

bool ZarrChunkStore::read_chunk(VariableId id, std::span<const std::size_t> offset,
                                model::StoredChunk& chunk) {
  return at_variable(id, [&] {
    auto bytes = store_->chunks(id).read_stored(numbers_of(id, offset));
    if (!bytes) return false;
    chunk.bytes = std::move(*bytes);
    chunk.filter_mask = 0;
    return true;
  });
}

// A chunk is a file of its own, and needs no room in another.
model::PlacedChunk ZarrChunkStore::place_chunk(VariableId id, std::span<const std::size_t> offset,
                                               std::span<const std::byte> bytes,
                                               std::uint32_t filter_mask) {
  if (filter_mask != 0) write_anew(id, offset, bytes, filter_mask);
  return {id, {offset.begin(), offset.end()}, bytes, filter_mask, 0};
}

void ZarrChunkStore::write_placed(std::span<const model::PlacedChunk> chunks) {
  for (const model::PlacedChunk& chunk : chunks) {
    if (chunk.filter_mask != 0) continue;  // it is there
    at_variable(chunk.variable, [&] {
      const auto numbers = numbers_of(chunk.variable, chunk.offset);
      store_->chunks(chunk.variable).write_stored(numbers, chunk.bytes);
    });
  }
}

// Here and now: its filters may be of those that this thread alone can run.
void ZarrChunkStore::write_anew(VariableId id, std::span<const std::size_t> offset,
                                std::span<const std::byte> bytes, std::uint32_t filter_mask) {
  at_variable(id, [&] {
    ChunkIo& chunks = store_->chunks(id);
    const ArrayMetadata& metadata = store_->array(id).metadata;
    std::vector<std::byte> decoded(metadata.chunk_elements() * metadata.element.bytes);
    chunks.decode(bytes, filter_mask, decoded);
    chunks.write_stored(numbers_of(id, offset), chunks.encode(decoded));
  });
}

void ZarrChunkStore::read_elements(VariableId id, const model::Box& box,
                                   std::span<std::byte> elements) {
  at_variable(id, [&] {
    const Element& element = store_->array(id).metadata.element;
    model::Values values(store_->schema().variables[id].type);
    store_->read(id, box, values);
    zarr::write_elements(element, values, elements);
  });
}

void ZarrChunkStore::write_elements(VariableId id, const model::Box& box,
                                    std::span<const std::byte> elements) {
  at_variable(id, [&] {
    const Element& element = store_->array(id).metadata.element;
    model::Values values(store_->schema().variables[id].type, box.value_count());
    zarr::read_elements(element, elements, values);
    store_->write(id, box, values);
  });
}

void ZarrChunkStore::extend(VariableId id, std::span<const std::size_t> extent) {
  at_variable(id, [&] { store_->grow(id, extent); });
}

void ZarrChunkStore::close() {
  if (use_ == Use::write) store_->finish(ZarrStore::Rest::nothing);
}

}  // namespace ncf::store::zarr
