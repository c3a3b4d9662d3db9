// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/stored_form.hpp"

#include <utility>

#include "store/hdf5/calls.hpp"
#include "store/hdf5/element.hpp"
#include "store/hdf5/filter_list.hpp"

namespace ncf::store::hdf5 {
namespace {

using model::Layout;

Layout layout_of(hid_t properties) {
  switch (H5Pget_layout(properties)) {
    case H5D_CONTIGUOUS:
      return H5Pget_external_count(properties) > 0 ? Layout::other : Layout::contiguous;
    case H5D_COMPACT:
      return Layout::compact;
    case H5D_CHUNKED:
      return Layout::chunked;
    default:
      return Layout::other;
  }
}

std::vector<std::size_t> chunk_shape_of(hid_t properties, std::size_t rank) {
  std::vector<hsize_t> lengths(rank);
  call(H5Pget_chunk, properties, static_cast<int>(rank), lengths.data());
  return {lengths.begin(), lengths.end()};
}

void read_filters(hid_t properties, model::StoredForm& form) {
  const int count = call(H5Pget_nfilters, properties);
  for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) {
    unsigned flags = 0;
    form.filters.push_back(filter_at(properties, i, flags));
    if ((flags & H5Z_FLAG_OPTIONAL) != 0 && i < 32) form.optional_filters |= 1U << i;
  }
}

std::optional<std::vector<std::byte>> fill_of(hid_t properties, hid_t type) {
  H5D_fill_time_t time = H5D_FILL_TIME_NEVER;
  H5D_fill_value_t value = H5D_FILL_VALUE_UNDEFINED;
  call(H5Pget_fill_time, properties, &time);
  call(H5Pfill_value_defined, properties, &value);
  if (time == H5D_FILL_TIME_NEVER || value == H5D_FILL_VALUE_UNDEFINED) return std::nullopt;
  std::vector<std::byte> fill(H5Tget_size(type));
  call(H5Pget_fill_value, properties, type, static_cast<void*>(fill.data()));
  return fill;
}

void read_extent(hid_t dataset, model::StoredForm& form) {
  const Handle space(call(H5Dget_space, dataset), &H5Sclose);
  if (H5Sget_simple_extent_type(space.id()) == H5S_NULL) {
    form.layout = Layout::other;
    return;
  }
  const auto rank = static_cast<std::size_t>(call(H5Sget_simple_extent_ndims, space.id()));
  std::vector<hsize_t> extent(rank);
  std::vector<hsize_t> most(rank);
  call(H5Sget_simple_extent_dims, space.id(), extent.data(), most.data());
  form.extent.assign(extent.begin(), extent.end());
  for (const hsize_t length : most) {
    form.max_extent.push_back(length == H5S_UNLIMITED ? model::unlimited : length);
  }
}

}  // namespace

model::StoredForm read_stored_form(hid_t dataset) {
  const Handle properties(call(H5Dget_create_plist, dataset), &H5Pclose);
  const Handle type(call(H5Dget_type, dataset), &H5Tclose);
  model::StoredForm form;
  form.layout = layout_of(properties.id());
  read_extent(dataset, form);
  if (form.layout == Layout::chunked) {
    form.chunk_shape = chunk_shape_of(properties.id(), form.extent.size());
  }
  read_filters(properties.id(), form);
  Element element = element_of(type.id());
  form.element = std::move(element.name);
  form.byte_order = element.byte_order;
  form.element_bytes = H5Tget_size(type.id());
  if (!form.element.empty()) form.fill = fill_of(properties.id(), type.id());
  return form;
}

}  // namespace ncf::store::hdf5
