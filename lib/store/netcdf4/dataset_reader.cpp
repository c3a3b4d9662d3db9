// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/dataset_reader.hpp"

#include <algorithm>
#include <utility>

#include "filter/registry/registry.hpp"
#include "hdf5/library/element.hpp"
#include "hdf5/properties/creation_properties.hpp"
#include "model/schema/schema.hpp"
#include "model/values/numbers.hpp"
#include "store/netcdf4/atomic_types.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::ByteOrder;
using model::Layout;
using model::Variable;

ByteOrder byte_order_of(hid_t file_type) {
  const H5T_class_t type_class = H5Tget_class(file_type);
  if (type_class != H5T_INTEGER && type_class != H5T_FLOAT) return ByteOrder::native;
  switch (H5Tget_order(file_type)) {
    case H5T_ORDER_LE:
      return ByteOrder::little;
    case H5T_ORDER_BE:
      return ByteOrder::big;
    default:
      return ByteOrder::native;
  }
}

std::optional<model::Quantization> quantization_of(const Variable& variable) {
  for (const auto mode : model::quantization_modes) {
    const model::Attribute* attribute =
        model::find_attribute(variable.attributes, model::quantization_attribute(mode));
    if (attribute == nullptr || attribute->values->count() != 1 ||
        attribute->values->type()->type_class != model::TypeClass::int_) {
      continue;
    }
    return model::Quantization{mode, model::load<int>(attribute->values->data())};
  }
  return std::nullopt;
}

/// Returns the parameters that netCDF lists. For szip these are the user's: HDF5 stores two more,
/// and flags of its own.
StoredChain with_cd_values_of_netcdf(StoredChain filters) {
  constexpr std::uint32_t of_users = H5_SZIP_EC_OPTION_MASK | H5_SZIP_NN_OPTION_MASK;
  for (StoredFilter& filter : filters) {
    std::vector<std::uint32_t>& cd_values = filter.parameters;
    if (filter.id == H5Z_FILTER_SZIP && cd_values.size() == 4) {
      cd_values = {cd_values[0] & of_users, cd_values[1]};
    }
  }
  return filters;
}

H5D_fill_value_t fill_kind_of(const Handle& properties) {
  H5D_fill_value_t kind = H5D_FILL_VALUE_UNDEFINED;
  call(H5Pfill_value_defined, properties.id(), &kind);
  return kind;
}

/// value: one value as in memory, zeroed.
void read_fill_into(const Handle& properties, const ReadType& read, void* value) {
  if (fill_kind_of(properties) == H5D_FILL_VALUE_UNDEFINED) return;
  call(H5Pget_fill_value, properties.id(), read.memory.id(), value);
}

}  // namespace

bool has_extent(const Handle& dataset) {
  const Handle space(call(H5Dget_space, dataset.id()), &H5Sclose);
  return H5Sget_simple_extent_type(space.id()) != H5S_NULL;
}

Extent read_extent(const Handle& dataset) {
  const Handle space(call(H5Dget_space, dataset.id()), &H5Sclose);
  if (H5Sget_simple_extent_type(space.id()) == H5S_NULL) {
    throw Error(ErrorCode::unsupported, "netCDF has no variables without any value");
  }
  const auto rank = static_cast<std::size_t>(call(H5Sget_simple_extent_ndims, space.id()));
  std::vector<hsize_t> lengths(rank);
  std::vector<hsize_t> most(rank);
  call(H5Sget_simple_extent_dims, space.id(), lengths.data(), most.data());
  Extent extent{{lengths.begin(), lengths.end()}, {}};
  for (const hsize_t length : most) {
    extent.most.push_back(length == H5S_UNLIMITED ? model::unlimited : length);
  }
  return extent;
}

void set_storage(const model::StoredForm& form, const Handle& properties, hid_t file_type,
                 Variable& variable) {
  variable.storage.layout = form.layout;
  if (form.layout == Layout::chunked) {
    variable.storage.chunk_shape = form.chunk_shape;
    variable.filters = with_cd_values_of_netcdf(form.filters);
    variable.filter_names = hdf5::filter_names_of(properties.id());
  }
  variable.byte_order = byte_order_of(file_type);
  variable.no_fill = fill_kind_of(properties) != H5D_FILL_VALUE_USER_DEFINED;
  variable.quantization = quantization_of(variable);
}

bool reads_zeros(const Handle& properties) {
  return hdf5::may_fill(properties.id()) && fill_kind_of(properties) == H5D_FILL_VALUE_DEFAULT;
}

model::Values read_fill(const Handle& properties, const ReadType& read) {
  model::Values fill(read.type, 1);
  if (read.text_bytes > 0) {
    copy_fixed_text(read_text_fill(properties, read), read.text_bytes,
                    H5Tget_strpad(read.memory.id()), fill);
  } else {
    read_fill_into(properties, read, fill.data());
  }
  return fill;
}

std::string read_text_fill(const Handle& properties, const ReadType& read) {
  std::string fill(read.text_bytes, '\0');
  read_fill_into(properties, read, fill.data());
  return fill;
}

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
