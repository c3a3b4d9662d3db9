// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/converted_source.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"

namespace ncf::model {

namespace {

/// Names the elements of an enumeration as the integers that they are; others get no name.
void name_element(const Type& type, StoredForm& form) {
  const std::string_view name = element_name(type.type_class);
  for (const ByteOrder order : {ByteOrder::native, ByteOrder::little, ByteOrder::big}) {
    if (name.empty() ||
        !form.element.starts_with("enum of " + describe_element(name, order) + " {"))
      continue;
    form.element = name;
    form.byte_order = order;
    return;
  }
  form.element.clear();
}

}  // namespace

std::uint64_t ConvertedSource::reading_bytes(VariableId id) {
  const std::uint64_t value_bytes =
      original_->schema().variables[id].type->size_bytes + schema_.variables[id].type->size_bytes;
  return slabs_of(id).chunk_values() * value_bytes;
}

/// Slabs consist of whole chunks, so that no two slabs need the same chunk.
ChunkGrid ConvertedSource::slabs_of(VariableId id) {
  constexpr std::uint64_t slab_bytes = std::uint64_t{1} << 20U;
  const Schema& schema = original_->schema();
  const Variable& variable = schema.variables[id];
  const std::vector<std::size_t> shape = schema.shape(variable);
  const StoredForm form = original_->do_stored_form(id);
  const bool has_chunks = form.layout == Layout::chunked;
  return {shape,
          slab_of_chunks(shape,
                         has_chunks ? form.chunk_shape : std::vector<std::size_t>(shape.size(), 1),
                         variable.type->size_bytes, slab_bytes)};
}

void ConvertedSource::convert(VariableId id, const Box& box, std::span<std::byte> converted) {
  const Conversion& conversion = conversions_.at(id).convert;
  const std::size_t converted_bytes = schema_.variables[id].type->size_bytes;
  const ChunkGrid slabs = slabs_of(id);
  Values original(original_->schema().variables[id].type);
  std::vector<std::byte> part_converted;
  for (const std::size_t slab : slabs.chunks_of(box)) {
    const Box part = intersection(slabs.chunk_box(slab), box);
    original.reset(part.value_count());
    original_->do_read(id, part, original);
    part_converted.resize(part.value_count() * converted_bytes);
    conversion(part, {original.data(), original.size_bytes()}, part_converted);
    copy_part(part, part, part_converted.data(), box, converted.data(), {converted_bytes, false});
  }
}

void ConvertedSource::do_read(VariableId id, const Box& box, Values& values) {
  if (is_converted(id)) {
    const Reading& read = conversions_.at(id).read;
    if (read) return read(*original_, box, values);
    return convert(id, box, {values.data(), values.size_bytes()});
  }
  if (!has_other_type(id)) return original_->do_read(id, box, values);
  Values original(original_->schema().variables[id].type, values.count());
  original_->do_read(id, box, original);
  std::memcpy(values.data(), original.data(), values.size_bytes());
}

StoredForm ConvertedSource::do_stored_form(VariableId id) {
  if (is_converted(id)) {
    StoredForm form = elements_form(schema_, id);
    form.fill = conversions_.at(id).fill;
    return form;
  }
  StoredForm form = original_->do_stored_form(id);
  if (has_other_type(id)) name_element(*schema_.variables[id].type, form);
  return form;
}

std::size_t ConvertedSource::do_stored_chunk_count(VariableId id) {
  const std::size_t count = original_->do_stored_chunk_count(id);
  // If nothing is stored and the fill value is not known here, reading still finds it.
  const bool must_be_read = is_converted(id) && !conversions_.at(id).fill;
  return must_be_read ? std::max<std::size_t>(count, 1) : count;
}

void ConvertedSource::do_read_elements(VariableId id, const Box& box,
                                       std::span<std::byte> elements) {
  if (!is_converted(id)) return original_->do_read_elements(id, box, elements);
  if (conversions_.at(id).read) return Source::do_read_elements(id, box, elements);
  convert(id, box, elements);
}

}  // namespace ncf::model
