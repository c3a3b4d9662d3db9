// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/chunk_layout.hpp"

#include <algorithm>
#include <bit>

#include "store/netcdf/calls.hpp"

namespace ncf::store::netcdf {
namespace {

ncf_element_class element_class(nc_type type) {
  switch (type) {
    case NC_BYTE:
    case NC_UBYTE:
    case NC_SHORT:
    case NC_USHORT:
    case NC_INT:
    case NC_UINT:
    case NC_INT64:
    case NC_UINT64:
      return ncf_element_integer;
    case NC_FLOAT:
    case NC_DOUBLE:
      return ncf_element_floating;
    default:
      return ncf_element_other;
  }
}

ncf_element_order byte_order(int ncid, int varid) {
  int order = NC_ENDIAN_NATIVE;
  call(nc_inq_var_endian, ncid, varid, &order);
  const bool is_big =
      order == NC_ENDIAN_NATIVE ? std::endian::native == std::endian::big : order == NC_ENDIAN_BIG;
  return is_big ? ncf_order_big : ncf_order_little;
}

std::vector<std::uint64_t> chunk_shape(int ncid, int varid) {
  const std::vector<int> dimensions = variable_dimensions(ncid, varid);
  int storage = NC_CONTIGUOUS;
  std::vector<std::size_t> chunk(dimensions.size());
  call(nc_inq_var_chunking, ncid, varid, &storage, chunk.data());
  if (storage == NC_CHUNKED) return {chunk.begin(), chunk.end()};
  std::vector<std::uint64_t> shape;
  for (const int dimension : dimensions) {
    std::size_t length = 0;
    call(nc_inq_dimlen, ncid, dimension, &length);
    shape.push_back(std::max<std::size_t>(length, 1));
  }
  return shape;
}

}  // namespace

filter::ChunkLayout chunk_layout(int ncid, int varid) {
  nc_type type = NC_NAT;
  filter::ChunkLayout layout;
  call(nc_inq_vartype, ncid, varid, &type);
  call(nc_inq_type, ncid, type, static_cast<char*>(nullptr), &layout.element_bytes);
  layout.element_class = element_class(type);
  layout.byte_order =
      layout.element_class == ncf_element_other ? ncf_order_none : byte_order(ncid, varid);
  layout.shape = chunk_shape(ncid, varid);
  return layout;
}

}  // namespace ncf::store::netcdf
