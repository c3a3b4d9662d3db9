// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/classic_stored_places.hpp"

#include <utility>

#include "model/element.hpp"
#include "ncf/error.hpp"

namespace ncf::store::netcdf {

using model::StoredForm;
using model::StoredPlace;
using model::VariableId;

ClassicStoredPlaces::ClassicStoredPlaces(const std::filesystem::path& path,
                                         const model::Schema& schema)
    : schema_(schema) {
  auto header = read_classic_header(path);
  if (!header || header->variables.size() != schema_.variables.size()) {
    throw Error(ErrorCode::corrupt, "the file changed while it was read");
  }
  header_ = std::move(*header);
}

// libnetcdf fills unwritten values or leaves arbitrary bytes, so no chunk is missing.
StoredForm ClassicStoredPlaces::stored_form(VariableId id) {
  const model::Variable& variable = schema_.variables[id];
  StoredForm form;
  form.extent = form.max_extent = schema_.shape(variable);
  form.layout = model::Layout::contiguous;
  if (header_.variables[id].has_records) {
    form.layout = model::Layout::chunked;
    form.chunk_shape = form.extent;
    form.chunk_shape.front() = 1;
  }
  form.element = model::element_name(variable.type->type_class);
  form.element_bytes = variable.type->size_bytes;
  if (form.element_bytes > 1) form.byte_order = model::ByteOrder::big;
  return form;
}

std::size_t ClassicStoredPlaces::stored_chunk_count(VariableId id) {
  return header_.variables[id].has_records ? schema_.shape(schema_.variables[id]).front()
                                           : std::size_t{1};
}

std::optional<StoredPlace> ClassicStoredPlaces::find(VariableId id,
                                                     std::span<const std::size_t> offset) {
  const ClassicVariable& variable = header_.variables[id];
  const std::uint64_t record = variable.has_records ? offset.front() : 0;
  return StoredPlace{variable.begin + record * header_.record_bytes, variable.bytes, 0};
}

}  // namespace ncf::store::netcdf
