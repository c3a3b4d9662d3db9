// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/converted_source.hpp"

namespace ncf::model {

void ConvertedSource::do_read(VariableId id, const Box& box, Values& values) {
  const auto conversion = conversions_.find(id);
  if (conversion == conversions_.end()) return original_->do_read(id, box, values);
  Values unconverted(original_->schema().variables[id].type, box.value_count());
  original_->do_read(id, box, unconverted);
  conversion->second(box, unconverted, values);
}

StoredForm ConvertedSource::do_stored_form(VariableId id) {
  return is_converted(id) ? elements_form(schema_, id) : original_->do_stored_form(id);
}

std::size_t ConvertedSource::do_stored_chunk_count(VariableId id) {
  return original_->do_stored_chunk_count(id);
}

std::uint64_t ConvertedSource::do_stored_bytes(VariableId id) {
  return original_->do_stored_bytes(id);
}

std::optional<StoredPlace> ConvertedSource::do_find_chunk(VariableId id,
                                                          std::span<const std::size_t> offset) {
  return original_->do_find_chunk(id, offset);
}

void ConvertedSource::do_read_found(VariableId id, std::span<const std::size_t> offset,
                                    const StoredPlace& place, std::span<std::byte> bytes) {
  original_->do_read_found(id, offset, place, bytes);
}

std::optional<ElementPlaces> ConvertedSource::do_find_elements(VariableId id) {
  return is_converted(id) ? std::nullopt : original_->do_find_elements(id);
}

void ConvertedSource::do_read_bytes(VariableId id, std::uint64_t offset,
                                    std::span<std::byte> bytes) {
  original_->do_read_bytes(id, offset, bytes);
}

void ConvertedSource::do_will_read(VariableId id, std::uint64_t begin,
                                   std::uint64_t bytes) noexcept {
  original_->do_will_read(id, begin, bytes);
}

void ConvertedSource::do_read_elements(VariableId id, const Box& box,
                                       std::span<std::byte> elements) {
  if (is_converted(id)) return Source::do_read_elements(id, box, elements);
  original_->do_read_elements(id, box, elements);
}

}  // namespace ncf::model
