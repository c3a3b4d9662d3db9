// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/zarr_source.hpp"

#include <optional>

#include "store/zarr/schema/array_form.hpp"

namespace ncf::store::zarr {

using model::VariableId;

void ZarrSource::do_read(VariableId id, const model::Box& box, model::Values& values) {
  store_->read(id, box, values);
}

// Elements beyond the end of an array read as its fill value.
model::StoredForm ZarrSource::do_stored_form(VariableId id) {
  return zarr::stored_form(store_->open(), id, schema().shape(schema().variables[id]));
}

std::size_t ZarrSource::do_stored_chunk_count(VariableId id) {
  return store_->chunks(id).count_stored();
}

std::uint64_t ZarrSource::do_stored_bytes(VariableId id) {
  return store_->chunks(id).stored_bytes();
}

std::optional<std::vector<std::vector<std::size_t>>> ZarrSource::do_list_chunks(VariableId id) {
  return store_->chunks(id).list();
}

std::optional<model::StoredPlace> ZarrSource::do_find_chunk(VariableId id,
                                                            std::span<const std::size_t> offset) {
  return store_->chunks(id).find(chunk_coordinates(store_->array(id), offset));
}

bool ZarrSource::announce(VariableId id, std::span<const std::size_t> offset) {
  return store_->chunks(id).announce(chunk_coordinates(store_->array(id), offset));
}

void ZarrSource::do_read_found(VariableId id, std::span<const std::size_t> offset,
                               const model::StoredPlace& place, std::span<std::byte> bytes) {
  store_->chunks(id).read_found(chunk_coordinates(store_->array(id), offset), place, bytes);
}

void ZarrSource::do_read_elements(VariableId id, const model::Box& box,
                                  std::span<std::byte> elements) {
  model::Values values(schema().variables[id].type);
  store_->read(id, box, values);
  write_elements(store_->array(id).metadata.element, values, elements);
}

}  // namespace ncf::store::zarr
