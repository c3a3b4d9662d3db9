// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/stored_form.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <bit>

namespace ncf::model {
namespace {

/// In the order of TypeClass.
constexpr std::array<std::string_view, 11> element_names{"int8",    "char",    "int16", "int32",
                                                         "float32", "float64", "uint8", "uint16",
                                                         "uint32",  "int64",   "uint64"};

constexpr ByteOrder machine_order =
    std::endian::native == std::endian::big ? ByteOrder::big : ByteOrder::little;

}  // namespace

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

std::string_view element_name(TypeClass type_class) {
  const auto number = static_cast<std::size_t>(type_class);
  return number < element_names.size() ? element_names[number] : std::string_view();
}

ByteOrder host_order(const Type& type) {
  return type.size_bytes == 1 ? ByteOrder::native : machine_order;
}

bool is_foreign(ByteOrder byte_order) noexcept {
  return byte_order != ByteOrder::native && byte_order != machine_order;
}

std::string describe_element(std::string_view element, ByteOrder byte_order) {
  std::string text(element);
  if (byte_order == ByteOrder::little) text += " little-endian";
  if (byte_order == ByteOrder::big) text += " big-endian";
  return text;
}

}  // namespace ncf::model
