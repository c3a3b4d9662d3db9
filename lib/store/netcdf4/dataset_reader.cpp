// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/dataset_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/threads/stop.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/library/element.hpp"
#include "hdf5/properties/creation_properties.hpp"
#include "model/schema/schema.hpp"
#include "model/values/numbers.hpp"
#include "store/netcdf4/selection.hpp"
#include "store/netcdf4/stored_chunks.hpp"
#include "store/netcdf4/type_reader.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::Layout;
using model::StoredForm;
using model::Variable;

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

std::optional<std::vector<std::byte>> fill_of(const Handle& properties, hid_t type) {
  if (!hdf5::may_fill(properties.id())) return std::nullopt;
  if (fill_kind_of(properties) == H5D_FILL_VALUE_UNDEFINED) return std::nullopt;
  std::vector<std::byte> fill(hdf5::value_bytes(type));
  call(H5Pget_fill_value, properties.id(), type, static_cast<void*>(fill.data()));
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

bool filters_edges(const StoredForm& form, hid_t properties) {
  if (form.layout != Layout::chunked || form.filters.empty()) return true;
  unsigned options = 0;
  call(H5Pget_chunk_opts, properties, &options);
  return (options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) == 0;
}

/// Returns whether all elements equal `fill`. bytes: elements of the same size.
bool is_all_fill(std::span<const std::byte> bytes, const std::vector<std::byte>& fill) {
  for (; !bytes.empty(); bytes = bytes.subspan(fill.size())) {
    if (!std::equal(fill.begin(), fill.end(), bytes.begin())) return false;
  }
  return true;
}

bool are_chunks_fill(const Handle& dataset, const StoredForm& form,
                     const std::vector<std::byte>& fill) {
  StoredChunks chunks(dataset.id(), form);
  model::StoredChunk chunk;
  for (const std::vector<std::size_t>& offset : chunks.list()) {
    base::throw_if_stopped();
    if (chunks.read(offset, chunk) && !is_all_fill(chunk.bytes, fill)) return false;
  }
  return true;
}

bool are_elements_fill(const Handle& dataset, const StoredForm& form,
                       const std::vector<std::byte>& fill) {
  const Handle type(call(H5Dget_type, dataset.id()), &H5Tclose);
  constexpr std::size_t piece_bytes = std::size_t{1} << 20;
  const model::ChunkGrid pieces(form.extent,
                                piece_shape(form.extent, form.element_bytes, piece_bytes));
  std::vector<std::byte> elements;
  for (std::size_t i = 0; i < pieces.chunk_count(); ++i) {
    base::throw_if_stopped();
    const model::Box box = pieces.within(pieces.chunk_box(i));
    elements.resize(box.value_count() * form.element_bytes);
    read_box(dataset.id(), type.id(), form.extent, box, box, elements.data());
    if (!is_all_fill(elements, fill)) return false;
  }
  return true;
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

void set_storage(const StoredForm& form, const Handle& properties, hid_t file_type,
                 Variable& variable) {
  variable.storage.layout = form.layout;
  if (form.layout == Layout::chunked) {
    variable.storage.chunk_shape = form.chunk_shape;
    variable.filters = with_cd_values_of_netcdf(form.filters);
    variable.filter_names = hdf5::filter_names_of(properties.id());
  }
  const H5T_class_t type_class = H5Tget_class(file_type);
  const bool is_number = type_class == H5T_INTEGER || type_class == H5T_FLOAT;
  variable.byte_order = is_number ? hdf5::byte_order_of(file_type) : model::ByteOrder::native;
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

StoredForm read_stored_form(const Extent& extent, const Handle& properties,
                            const Handle& file_type) {
  StoredForm form;
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
  if (!form.element.empty()) form.fill = fill_of(properties, file_type.id());
  return form;
}

bool has_written_values(const Handle& dataset) {
  const Handle properties = hdf5::creation_properties_of(dataset);
  const Handle type(call(H5Dget_type, dataset.id()), &H5Tclose);
  const StoredForm form = read_stored_form(read_extent(dataset), properties, type);
  if (form.layout == Layout::other) return true;
  if (stored_amount(dataset.id(), form).bytes == 0) return false;
  if (form.element.empty() || !form.filters.empty()) return true;
  const std::vector<std::byte> fill =
      form.fill.value_or(std::vector<std::byte>(form.element_bytes));
  return form.layout == Layout::chunked ? !are_chunks_fill(dataset, form, fill)
                                        : !are_elements_fill(dataset, form, fill);
}

}  // namespace ncf::store::netcdf4
