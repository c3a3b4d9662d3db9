// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/source.hpp"

#include <algorithm>

#include "base/memory/bytes.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"

namespace ncf::model {

void Source::read(VariableId id, const Box& box, Values& values) {
  at_variable(id, [&] {
    check_type(schema().variables.at(id), values);
    require_no_fault(id);
    values.reset(box.value_count());
    if (values.count() > 0) do_read(id, box, values);
  });
}

void Source::require_no_fault(VariableId id) const {
  if (const auto why_not = fault(id)) throw Error(*why_not);
}

StoredForm Source::stored_form(VariableId id) {
  return at_variable(id, [&] { return do_stored_form(id); });
}

std::size_t Source::stored_chunk_count(VariableId id) {
  return at_variable(id, [&] { return do_stored_chunk_count(id); });
}

std::uint64_t Source::stored_bytes(VariableId id) {
  return at_variable(id, [&] { return do_stored_bytes(id); });
}

std::optional<StoredPlace> Source::find_chunk(VariableId id, std::span<const std::size_t> offset) {
  return at_chunk(id, offset, [&] {
    require_no_fault(id);
    return do_find_chunk(id, offset);
  });
}

std::optional<std::vector<std::size_t>> Source::list_chunks(VariableId id, const ChunkGrid& grid) {
  const StoredForm form = stored_form(id);
  if (form.layout != Layout::chunked) return std::nullopt;
  if (auto listed = list_few_chunks(id, grid)) return listed;
  const ChunkGrid all(form.extent, form.chunk_shape);
  std::vector<std::size_t> chunks;
  for (std::size_t i = 0; i < all.chunk_count(); ++i) {
    base::throw_if_stopped();
    const auto offset = all.offset(i);
    const auto chunk = grid.find_chunk_at(offset);
    if (chunk && find_chunk(id, offset)) chunks.push_back(*chunk);
  }
  return chunks;
}

std::optional<std::vector<std::size_t>> Source::list_few_chunks(VariableId id,
                                                                const ChunkGrid& grid) {
  const auto offsets = at_variable(id, [&] { return do_list_chunks(id); });
  if (!offsets) return std::nullopt;
  std::vector<std::size_t> chunks;
  for (const std::vector<std::size_t>& offset : *offsets) {
    if (const auto chunk = grid.find_chunk_at(offset)) chunks.push_back(*chunk);
  }
  std::ranges::sort(chunks);
  chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
  return chunks;
}

// Counting ends the walk at the last stored chunk.
std::size_t Source::visit_chunks(VariableId id, const ChunkGrid& grid, const ChunkVisitor& visit) {
  std::size_t left = stored_chunk_count(id);
  const auto listed = list_few_chunks(id, grid);
  const std::size_t count = listed ? listed->size() : grid.chunk_count();
  for (std::size_t i = 0; i < count && left > 0; ++i) {
    base::throw_if_stopped();
    const std::size_t chunk = listed ? (*listed)[i] : i;
    const auto place = find_chunk(id, grid.offset(chunk));
    if (!place) continue;
    --left;
    if (!visit(chunk, *place)) break;
  }
  return left;
}

void Source::expect_found(VariableId id) {
  at_variable(id, [&] { do_expect_found(id); });
}

void Source::read_found(VariableId id, std::span<const std::size_t> offset,
                        const StoredPlace& place, std::span<std::byte> bytes) {
  at_chunk(id, offset, [&] { do_read_found(id, offset, place, bytes); });
}

bool Source::read_chunk(VariableId id, std::span<const std::size_t> offset, StoredChunk& chunk) {
  const auto place = find_chunk(id, offset);
  if (!place) return false;
  chunk.bytes.resize(place->bytes);
  chunk.filter_mask = place->filter_mask;
  read_found(id, offset, *place, chunk.bytes);
  return true;
}

std::optional<ElementPlaces> Source::find_elements(VariableId id) {
  return at_variable(id, [&] { return fault(id) ? std::nullopt : do_find_elements(id); });
}

void Source::read_found_elements(VariableId id, const ElementPlaces& places, const Box& box,
                                 std::span<std::byte> elements) {
  at_variable(id, [&] {
    read_elements_at(places, box, elements, [&](std::uint64_t offset, std::span<std::byte> bytes) {
      do_read_bytes(id, offset, bytes);
    });
  });
}

void Source::read_elements(VariableId id, const Box& box, std::span<std::byte> elements) {
  at_variable(id, [&] {
    require_no_fault(id);
    do_read_elements(id, box, elements);
  });
}

std::vector<FoundPart> Source::find_parts(VariableId id, const Box& box) {
  return at_variable(id, [&] {
    require_no_fault(id);
    return do_find_parts(id, box);
  });
}

StoredForm Source::do_stored_form(VariableId id) { return elements_form(schema(), id); }

std::optional<StoredPlace> Source::do_find_chunk(VariableId /*variable*/,
                                                 std::span<const std::size_t> /*offset*/) {
  throw Error(ErrorCode::internal, "cannot read a chunk: the variable has no chunks");
}

void Source::do_read_found(VariableId id, std::span<const std::size_t> /*offset*/,
                           const StoredPlace& place, std::span<std::byte> bytes) {
  do_read_bytes(id, place.begin, bytes);
}

void Source::do_read_bytes(VariableId /*variable*/, std::uint64_t /*offset*/,
                           std::span<std::byte> /*bytes*/) {
  throw Error(ErrorCode::internal, "cannot read stored bytes: they have no address in a file");
}

void Source::do_read_elements(VariableId id, const Box& box, std::span<std::byte> elements) {
  const TypeRef& type = schema().variables[id].type;
  if (values_.type() != type) values_ = Values(type);
  values_.reset(box.value_count());
  if (values_.count() == 0) return;
  do_read(id, box, values_);
  base::copy_bytes({values_.data(), values_.size_bytes()}, elements.data());
}

std::vector<FoundPart> Source::do_find_parts(VariableId /*variable*/, const Box& /*box*/) {
  throw Error(ErrorCode::internal, "is not found in parts");
}

}  // namespace ncf::model
