// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/library/library.hpp"
#include "ncf/variable_filters.h"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/functions.hpp"

// Needs netcdf.h before it.
#include <netcdf_filter.h>

namespace ncf::store::netcdf {

namespace {

using filter::deflate_id;
using filter::szip_id;
using libnetcdf::StatusError;

static_assert(ncf_nc_einval == NC_EINVAL && ncf_nc_enotvar == NC_ENOTVAR);
static_assert(ncf_nc_enomem == NC_ENOMEM && ncf_nc_einternal == NC_EINTERNAL);
static_assert(ncf_nc_ehdferr == NC_EHDFERR);
static_assert(ncf_nc_efilter == NC_EFILTER && ncf_nc_enofilter == NC_ENOFILTER);

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

void check_block(std::uint32_t pixels_per_block, std::size_t values, const char* whole) {
  if (pixels_per_block <= values) return;
  throw StatusError(NC_EINVAL, ErrorCode::unsupported,
                    fmt::format("a block of {} values does not fit into {} of {}", pixels_per_block,
                                whole, values));
}

// libnetcdf would only report "Invalid argument". It counts an unlimited dimension as 1.
void check_block_fits_variable(int ncid, int varid, std::uint32_t pixels_per_block) {
  std::size_t values = 1;
  bool is_unlimited = false;
  for (const int dimid : variable_dimensions(ncid, varid)) {
    std::size_t length = 0;
    call(nc_inq_dimlen, ncid, dimid, &length);
    is_unlimited = is_unlimited || length == 0;
    if (length > 0) values *= length;
  }
  if (is_unlimited && pixels_per_block > values) {
    throw StatusError(
        NC_EINVAL, ErrorCode::unsupported,
        fmt::format("libnetcdf requires that a block of {} values fit into the fixed dimensions, "
                    "which have {}; make the unlimited one fixed or choose a smaller block",
                    pixels_per_block, values));
  }
  check_block(pixels_per_block, values, "a variable");
}

// Otherwise nc_enddef would fail without naming the variable.
void check_block_fits_chunk(int ncid, int varid, std::uint32_t pixels_per_block) {
  std::size_t values = 1;
  for (const std::uint64_t length : chunk_shape(ncid, varid)) values *= length;
  check_block(pixels_per_block, values, "a chunk");
}

std::vector<std::uint32_t> filter_ids(int ncid, int varid) {
  std::size_t count = 0;
  call(nc_inq_var_filter_ids, ncid, varid, &count, static_cast<unsigned*>(nullptr));
  std::vector<std::uint32_t> ids(count);
  if (count > 0) call(nc_inq_var_filter_ids, ncid, varid, &count, ids.data());
  return ids;
}

void check_not_both_compressions(int ncid, int varid, std::uint32_t id) {
  if (id != deflate_id && id != szip_id) return;
  const std::uint32_t other = id == deflate_id ? szip_id : deflate_id;
  for (const std::uint32_t defined : filter_ids(ncid, varid)) {
    if (defined == other) {
      throw StatusError(NC_EINVAL, ErrorCode::unsupported,
                        "libnetcdf does not allow deflate and szip on one variable");
    }
  }
}

std::vector<std::uint32_t> cd_values_of_filter(int ncid, int varid, std::uint32_t id) {
  std::size_t count = 0;
  call(nc_inq_var_filter_info, ncid, varid, id, &count, static_cast<unsigned*>(nullptr));
  std::vector<std::uint32_t> cd_values(count);
  if (count > 0) call(nc_inq_var_filter_info, ncid, varid, id, &count, cd_values.data());
  return cd_values;
}

bool is_variable_length(int ncid, nc_type type) {
  if (type <= NC_STRING) return type == NC_STRING;
  std::size_t field_count = 0;
  int type_class = 0;
  call(nc_inq_user_type, ncid, type, static_cast<char*>(nullptr),
       static_cast<std::size_t*>(nullptr), static_cast<nc_type*>(nullptr), &field_count,
       &type_class);
  if (type_class != NC_COMPOUND) return type_class == NC_VLEN;
  for (int field = 0; field < static_cast<int>(field_count); ++field) {
    nc_type field_type = NC_NAT;
    call(nc_inq_compound_fieldtype, ncid, type, field, &field_type);
    if (is_variable_length(ncid, field_type)) return true;
  }
  return false;
}

void define_filter(int ncid, int varid, std::uint32_t id,
                   const std::vector<std::uint32_t>& cd_values) {
  require_filterable(ncid, varid);
  with_context(filter::filter_title(id), [&] {
    hdf5::require_filter(id);
    check_not_both_compressions(ncid, varid, id);
    if (id == szip_id) check_block_fits_variable(ncid, varid, cd_values.at(1));
    hdf5::ErrorCapture capture;
    const int status = nc_def_var_filter(ncid, varid, id, cd_values.size(), cd_values.data());
    if (status == NC_EINDEFINE || status == NC_ELATEDEF) {
      throw StatusError(status, ErrorCode::usage, "filters are defined before nc_enddef");
    }
    if (status != NC_NOERR) throw error_of(status, capture.text());
    if (id == szip_id) check_block_fits_chunk(ncid, varid, cd_values.at(1));
  });
}

ncf_element_class element_class(nc_type type) {
  if (type == NC_FLOAT || type == NC_DOUBLE) return ncf_element_floating;
  const bool is_number = type >= NC_BYTE && type <= NC_UINT64 && type != NC_CHAR;
  return is_number ? ncf_element_integer : ncf_element_other;
}

ncf_element_order byte_order(int ncid, int varid) {
  int order = NC_ENDIAN_NATIVE;
  call(nc_inq_var_endian, ncid, varid, &order);
  const bool is_big =
      order == NC_ENDIAN_NATIVE ? std::endian::native == std::endian::big : order == NC_ENDIAN_BIG;
  return is_big ? ncf_order_big : ncf_order_little;
}

}  // namespace

void require_filterable(int ncid, int varid) {
  nc_type type = NC_NAT;
  int rank = 0;
  call(nc_inq_var, ncid, varid, static_cast<char*>(nullptr), &type, &rank,
       static_cast<int*>(nullptr), static_cast<int*>(nullptr));
  if (rank == 0) {
    throw StatusError(NC_EINVAL, ErrorCode::unsupported, "a scalar cannot have filters");
  }
  if (is_variable_length(ncid, type)) {
    throw StatusError(NC_EINVAL, ErrorCode::unsupported,
                      "a variable-length type cannot have filters");
  }
}

// libnetcdf rejects the stored parameters of szip and shuffle.
void add_filter(int ncid, int varid, const Filter& filter) {
  const Filter given = filter::to_visible_form(filter.id, filter.parameters, filter::Form::visible);
  define_filter(ncid, varid, given.id, given.parameters);
}

StoredChain read_filters(int ncid, int varid) {
  StoredChain chain;
  for (const std::uint32_t id : filter_ids(ncid, varid)) {
    chain.push_back({id, cd_values_of_filter(ncid, varid, id)});
  }
  return chain;
}

void define_quantization(int ncid, int varid, int mode, int digits) {
  call(nc_def_var_quantize, ncid, varid, mode, digits);
}

std::pair<int, int> read_quantization(int ncid, int varid) {
  int mode = NC_NOQUANTIZE;
  int digits = 0;
  call(nc_inq_var_quantize, ncid, varid, &mode, &digits);
  return {mode, digits};
}

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

std::string variable_path(int ncid, int varid) {
  std::size_t length = 0;
  call(nc_inq_grpname_full, ncid, &length, static_cast<char*>(nullptr));
  std::string path(length + 1, '\0');
  call(nc_inq_grpname_full, ncid, &length, path.data());
  path.resize(length);
  std::array<char, NC_MAX_NAME + 1> name{};
  call(nc_inq_varname, ncid, varid, name.data());
  if (path.back() != '/') path += '/';
  return path + name.data();
}

}  // namespace ncf::store::netcdf
