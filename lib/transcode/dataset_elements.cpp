// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/dataset_elements.hpp"

#include <cstring>
#include <utility>

#include "base/at_place.hpp"
#include "model/element.hpp"

namespace ncf::transcode {

using model::Box;
using model::StoredForm;
using model::Values;
using model::VariableId;

namespace {

[[noreturn]] void throw_no_chunks() {
  throw Error(ErrorCode::internal, "asked for a chunk where there are none");
}

}  // namespace

StoredForm elements_form(const model::Schema& schema, VariableId id) {
  const model::Variable& variable = schema.variables[id];
  StoredForm form;
  form.layout = model::Layout::contiguous;
  form.extent = schema.shape(variable);
  for (const model::DimensionId dimension : variable.dimensions) {
    const model::Dimension& of = schema.dimensions[dimension];
    form.max_extent.push_back(of.is_unlimited ? model::unlimited : of.length);
  }
  form.element = model::element_name(variable.type->type_class);
  form.byte_order = model::host_order(*variable.type);
  form.element_bytes = variable.type->size_bytes;
  return form;
}

DatasetElements::DatasetElements(model::Dataset& dataset, std::string name)
    : dataset_(dataset),
      name_(std::move(name)),
      values_(model::atomic_type(model::TypeClass::byte_)) {}

StoredForm DatasetElements::stored_form(VariableId variable) {
  return elements_form(dataset_.schema(), variable);
}

std::size_t DatasetElements::stored_chunk_count(VariableId /*variable*/) { return 1; }

std::uint64_t DatasetElements::stored_bytes(VariableId /*variable*/) { return 0; }

bool DatasetElements::read_chunk(VariableId /*variable*/, std::span<const std::size_t> /*offset*/,
                                 model::StoredChunk& /*chunk*/) {
  throw_no_chunks();
}

model::PlacedChunk DatasetElements::place_chunk(VariableId /*variable*/,
                                                std::span<const std::size_t> /*offset*/,
                                                std::span<const std::byte> /*bytes*/,
                                                std::uint32_t /*filter_mask*/) {
  throw_no_chunks();
}

void DatasetElements::write_placed(std::span<const model::PlacedChunk> /*chunks*/) {
  throw_no_chunks();
}

Values& DatasetElements::values_of(VariableId variable) {
  const model::TypeRef& type = dataset_.schema().variables[variable].type;
  if (values_.type() != type) values_ = Values(type);
  return values_;
}

void DatasetElements::read_elements(VariableId variable, const Box& box,
                                    std::span<std::byte> elements) {
  Values& values = values_of(variable);
  base::at_place(name_, [&] { dataset_.read(variable, box, values); });
  std::memcpy(elements.data(), values.data(), elements.size());
}

void DatasetElements::write_elements(VariableId variable, const Box& box,
                                     std::span<const std::byte> elements) {
  Values& values = values_of(variable);
  values.reset(box.value_count());
  std::memcpy(values.data(), elements.data(), elements.size());
  base::at_place(name_, [&] { dataset_.write(variable, box, values); });
}

void DatasetElements::extend(VariableId /*variable*/, std::span<const std::size_t> /*extent*/) {}

void DatasetElements::close() {}

}  // namespace ncf::transcode
