// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/zarr_target.hpp"

#include <vector>

#include "store/zarr/schema/array_form.hpp"

namespace ncf::store::zarr {

using model::VariableId;

void ZarrTarget::do_write(VariableId id, const model::Box& box, const model::Values& values) {
  store_->write(id, box, values);
}

// Other arrays may have extended its dimensions.
model::StoredForm ZarrTarget::do_stored_form(VariableId id) {
  const bool is_scalar = schema().variables[id].is_scalar();
  return zarr::stored_form(
      store_->open(), id,
      is_scalar ? std::vector<std::size_t>() : store_->array(id).metadata.shape);
}

// The store knows the chunk by its key.
model::PlacedChunk ZarrTarget::do_place_chunk(VariableId id, std::span<const std::size_t> offset,
                                              std::uint64_t bytes, std::uint32_t filter_mask) {
  model::StoredPlace place =
      store_->chunks(id).place_stored(chunk_coordinates(store_->array(id), offset), bytes);
  place.filter_mask = filter_mask;
  return {id, {offset.begin(), offset.end()}, place};
}

void ZarrTarget::do_write_placed(std::span<const model::PlacedChunk> chunks,
                                 std::span<const std::span<const std::byte>> bytes) {
  for (std::size_t i = 0; i < chunks.size();) {
    const VariableId id = chunks[i].variable;
    const auto coordinates = chunk_coordinates(store_->array(id), chunks[i].offset);
    std::size_t count = 1;
    while (i + count < chunks.size() && follows(chunks[i + count - 1], chunks[i + count])) ++count;
    at_variable(id, [&] {
      store_->chunks(id).write_placed(coordinates, chunks[i].place, bytes.subspan(i, count));
    });
    i += count;
  }
}

bool ZarrTarget::follows(const model::PlacedChunk& chunk, const model::PlacedChunk& next) const {
  if (chunk.variable != next.variable) return false;
  const OpenArray& array = store_->array(chunk.variable);
  return store_->chunks(chunk.variable)
      .follows(chunk_coordinates(array, chunk.offset), chunk.place,
               chunk_coordinates(array, next.offset), next.place);
}

model::FilePlace ZarrTarget::do_file_place(const model::PlacedChunk& chunk) {
  const auto coordinates = chunk_coordinates(store_->array(chunk.variable), chunk.offset);
  return {store_->chunks(chunk.variable).stored_key_of(coordinates), chunk.place.begin};
}

void ZarrTarget::do_note_written(const model::PlacedChunk& chunk) {
  store_->chunks(chunk.variable)
      .note_written(chunk_coordinates(store_->array(chunk.variable), chunk.offset));
}

// Encodes on this thread, because the filters may be limited to it.
void ZarrTarget::do_encode_anew(VariableId id, std::span<const std::size_t> offset,
                                const model::StoredChunk& chunk) {
  ChunkIo& chunks = store_->chunks(id);
  const OpenArray& array = store_->array(id);
  std::vector<std::byte> decoded(array.metadata.chunk_elements() * array.metadata.element.bytes);
  chunks.decode(chunk.bytes, chunk.filter_mask, decoded);
  chunks.write_stored(chunk_coordinates(array, offset), chunks.encode(decoded));
}

void ZarrTarget::do_write_elements(VariableId id, const model::Box& box,
                                   std::span<const std::byte> elements) {
  model::Values values(schema().variables[id].type, box.value_count());
  read_elements(store_->array(id).metadata.element, elements, values);
  store_->write(id, box, values);
}

void ZarrTarget::do_extend(VariableId id, std::span<const std::size_t> extent) {
  store_->grow(id, extent);
}

void ZarrTarget::do_close() { store_->finish(ZarrStore::MissingChunks::filled); }

std::uint64_t ZarrTarget::do_stored_bytes(VariableId id) {
  return store_->chunks(id).stored_bytes();
}

}  // namespace ncf::store::zarr
