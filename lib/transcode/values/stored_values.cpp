// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/values/stored_values.hpp"

#include <utility>

#include "base/errors/error_context.hpp"
#include "model/dataset/stored_form.hpp"
#include "transcode/tiles/piece.hpp"

namespace ncf::transcode {

using model::Box;

ChunkValues::ChunkValues(model::StoredForm form, filter::PreparedChain chain, std::string name)
    : grid_(std::move(form.extent), std::move(form.chunk_shape)),
      chain_(std::move(chain)),
      element_{form.element_bytes, model::is_foreign(form.byte_order)},
      unwritten_value_(std::move(*form.fill)),
      name_(std::move(name)) {
  if (element_.is_swapped) model::swap_elements(unwritten_value_, element_.bytes);
}

void ChunkValues::place(const Box& chunk, const StoredBytes& stored, const Box& box,
                        std::byte* values, Scratch& scratch) const {
  const std::span<std::byte> decoded = scratch.decoded.first(chunk_bytes());
  decode(chunk, stored, decoded, scratch);
  copy(chunk, decoded, box, values);
}

void ChunkValues::decode(const Box& chunk, const StoredBytes& stored, std::span<std::byte> decoded,
                         Scratch& scratch) const {
  base::with_context(
      [this] { return "variable " + name_; },
      [&] {
        base::with_context(
            [&] { return model::chunk_name(chunk.start); },
            [&] { chain_.decode(stored.bytes, stored.filter_mask, decoded, scratch.chain); });
      });
}

void ChunkValues::copy(const Box& chunk, std::span<const std::byte> decoded, const Box& box,
                       std::byte* values) const {
  copy_part(intersection(chunk, box), chunk, decoded.data(), box, values, element_);
}

void ChunkValues::fill(const Box& missing, const Box& box, std::byte* values) const {
  fill_part(intersection(missing, box), unwritten_value_, box, values);
}

bool holds_values(const model::StoredForm& form, const model::Type& type,
                  const std::vector<std::size_t>& shape) {
  return type.is_atomic() && type.is_fixed_size &&
         form.element == model::element_name(type.type_class) && form.extent == shape &&
         form.unreadable_codecs.empty();
}

StoredValues::StoredValues(model::Source& source, model::VariableId variable, Kind kind)
    : source_(source),
      variable_(variable),
      type_(source.schema().variables[variable].type),
      kind_(std::move(kind)) {}

void StoredValues::read_chunk(const Box& chunk, const std::optional<model::StoredPlace>& place,
                              const Box& box, std::byte* values, Scratch& scratch) const {
  const ChunkValues& chunks = std::get<ChunkValues>(kind_);
  if (!place) return chunks.fill(chunk, box, values);
  const StoredBytes stored = read_stored(source_, variable_, chunk, *place, scratch);
  chunks.place(chunk, stored, box, values, scratch);
}

void StoredValues::read_placed(const Box& box, std::span<std::byte> values) const {
  const auto& [places, element] = std::get<PlacedValues>(kind_);
  source_.read_found_elements(variable_, places, box, values);
  if (element.is_swapped) model::swap_elements(values, element.bytes);
}

model::Values StoredValues::read_by_store(const Box& box) const {
  const auto* const elements = std::get_if<StoreElements>(&kind_);
  model::Values values(type_, elements != nullptr ? box.value_count() : 0);
  if (elements == nullptr) {
    source_.read(variable_, box, values);
    return values;
  }
  const std::span<std::byte> bytes(values.data(), values.size_bytes());
  source_.read_elements(variable_, box, bytes);
  if (elements->element.is_swapped) model::swap_elements(bytes, elements->element.bytes);
  return values;
}

BoxValues StoredValues::read(const Box& box, Scratch& scratch) const {
  if (chunks() == nullptr && !are_placed()) return {{}, 0, read_by_store(box)};
  BoxValues values;
  values.size = box.value_count() * value_bytes();
  const std::span<std::byte> bytes = values.memory.first(values.size);
  if (are_placed()) {
    read_placed(box, bytes);
    return values;
  }
  const model::ChunkGrid& grid = chunks()->grid();
  for (const std::size_t number : grid.chunks_of(box)) {
    const Box chunk = grid.chunk_box(number);
    read_chunk(chunk, find(chunk), box, bytes.data(), scratch);
  }
  return values;
}

}  // namespace ncf::transcode
