// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/stored_form.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/schema/element.hpp"

namespace ncf::model {

std::string chunk_name(std::span<const std::size_t> offset) {
  return fmt::format("chunk at ({})", fmt::join(offset, ","));
}

std::size_t count_adjacent(std::span<const PlacedChunk> chunks) noexcept {
  std::uint64_t end = chunks.front().place.begin;
  std::size_t count = 0;
  while (count < chunks.size() && chunks[count].place.begin == end) {
    end += chunks[count++].place.bytes;
  }
  return count;
}

StoredForm elements_form(const Schema& schema, VariableId id) {
  const Variable& variable = schema.variables[id];
  StoredForm form;
  form.layout = Layout::contiguous;
  form.extent = schema.shape(variable);
  for (const DimensionId dimension : variable.dimensions) {
    const Dimension& of = schema.dimensions[dimension];
    form.max_extent.push_back(of.is_unlimited ? unlimited : of.length);
  }
  form.element = element_name(variable.type->type_class);
  form.byte_order = host_order(*variable.type);
  form.element_bytes = variable.type->size_bytes;
  return form;
}

}  // namespace ncf::model
