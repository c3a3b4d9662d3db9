// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/dataset_form.hpp"

#include <algorithm>
#include <utility>

#include "filter/registry/registry.hpp"
#include "hdf5/library/element.hpp"
#include "hdf5/properties/creation_properties.hpp"

namespace ncf::store::netcdf4 {

using hdf5::call;
using hdf5::Handle;
namespace {

using model::Layout;

std::optional<std::vector<std::byte>> fill_of(hid_t properties, hid_t type) {
  H5D_fill_value_t value = H5D_FILL_VALUE_UNDEFINED;
  call(H5Pfill_value_defined, properties, &value);
  if (!hdf5::may_fill(properties) || value == H5D_FILL_VALUE_UNDEFINED) return std::nullopt;
  std::vector<std::byte> fill(hdf5::value_bytes(type));
  call(H5Pget_fill_value, properties, type, static_cast<void*>(fill.data()));
  return fill;
}

std::uint32_t optional_among(const StoredChain& filters) {
  constexpr std::size_t mask_bits = 32;
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < std::min(filters.size(), mask_bits); ++i) {
    if (filter::is_optional(filters[i])) mask |= 1U << i;
  }
  return mask;
}

bool filters_edges(const model::StoredForm& form, hid_t properties) {
  if (form.layout != Layout::chunked || form.filters.empty()) return true;
  unsigned options = 0;
  call(H5Pget_chunk_opts, properties, &options);
  return (options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) == 0;
}

}  // namespace

model::StoredForm read_stored_form(const Extent& extent, const Handle& properties,
                                   const Handle& file_type) {
  model::StoredForm form;
  form.layout = hdf5::layout_of(properties.id());
  form.extent = extent.lengths;
  form.max_extent = extent.most;
  if (form.layout == Layout::chunked) {
    form.chunk_shape = hdf5::chunk_shape_of(properties.id(), form.extent.size());
  }
  form.filters = hdf5::filters_of(properties.id());
  form.optional_filters = optional_among(form.filters);
  form.filters_edges = filters_edges(form, properties.id());
  hdf5::Element element = hdf5::element_of(file_type.id());
  form.element = std::move(element.name);
  form.byte_order = element.byte_order;
  form.element_bytes = hdf5::value_bytes(file_type.id());
  if (!form.element.empty()) form.fill = fill_of(properties.id(), file_type.id());
  return form;
}

}  // namespace ncf::store::netcdf4
