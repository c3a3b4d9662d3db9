// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The part of codec_entry.hpp that calls libnetcdf. libnetcdf is loaded, because it called us, but
// it is not linked: HDF5 programs that search the plugin folder would load it and all its
// dependencies.
#include <netcdf.h>

#include <bit>
#include <cstdlib>
#include <utility>

#include "common/codec_entry.hpp"
#include "common/codec_memory.hpp"

// Null if the program's libnetcdf hides its symbols, as those in Python packages do.
#pragma weak nc_inq_var
#pragma weak nc_inq_vardimid
#pragma weak nc_inq_type
#pragma weak nc_inq_var_endian
#pragma weak nc_inq_var_chunking
#pragma weak nc_inq_dimlen

namespace ncf::plugins {
namespace {

bool is_libnetcdf_here() {
  return nc_inq_var != nullptr && nc_inq_vardimid != nullptr && nc_inq_type != nullptr &&
         nc_inq_var_endian != nullptr && nc_inq_var_chunking != nullptr && nc_inq_dimlen != nullptr;
}

// Checks libnetcdf's answer to a question about a variable.
void require_answer(int status) {
  if (status == NC_ENOMEM) throw std::bad_alloc();
  if (status != NC_NOERR) throw KernelError("libnetcdf does not know the variable");
}

ncf_element_class class_of(nc_type type) {
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

ncf_element_order order_of(int endianness) {
  if (endianness == NC_ENDIAN_LITTLE) return ncf_order_little;
  if (endianness == NC_ENDIAN_BIG) return ncf_order_big;
  return std::endian::native == std::endian::little ? ncf_order_little : ncf_order_big;
}

std::vector<std::uint64_t> read_dimension_lengths(int group, const std::vector<int>& dimensions) {
  std::vector<std::uint64_t> lengths;
  for (const int dimension : dimensions) {
    std::size_t length = 0;
    require_answer(nc_inq_dimlen(group, dimension, &length));
    lengths.push_back(length);
  }
  return lengths;
}

// Returns the chunk of a variable, or its whole shape if it has no chunks.
std::vector<std::uint64_t> read_chunk_shape(int group, int variable,
                                            const std::vector<std::uint64_t>& dimension_lengths) {
  std::vector<std::size_t> lengths(dimension_lengths.size());
  int storage = NC_CONTIGUOUS;
  require_answer(nc_inq_var_chunking(group, variable, &storage, lengths.data()));
  if (storage != NC_CHUNKED) return dimension_lengths;
  return {lengths.begin(), lengths.end()};
}

struct Variable {
  std::size_t element_bytes = 0;
  ncf_element_class element_class = ncf_element_other;
  ncf_element_order byte_order = ncf_order_none;
  std::vector<std::uint64_t> shape;
  std::vector<std::uint64_t> dimension_lengths;

  [[nodiscard]] ChunkLayout layout() const {
    return {element_bytes, element_class, byte_order, shape, dimension_lengths};
  }
};

Variable read_variable(int group, int variable) {
  if (!is_libnetcdf_here()) throw KernelError("the program's libnetcdf cannot be asked");
  nc_type type = NC_NAT;
  int rank = 0;
  require_answer(nc_inq_var(group, variable, nullptr, &type, &rank, nullptr, nullptr));
  std::vector<int> dimensions(static_cast<std::size_t>(rank));
  require_answer(nc_inq_vardimid(group, variable, dimensions.data()));
  Variable read;
  require_answer(nc_inq_type(group, type, nullptr, &read.element_bytes));
  read.element_class = class_of(type);
  if (read.element_class != ncf_element_other) {
    int endianness = NC_ENDIAN_NATIVE;
    require_answer(nc_inq_var_endian(group, variable, &endianness));
    read.byte_order = order_of(endianness);
  }
  read.dimension_lengths = read_dimension_lengths(group, dimensions);
  read.shape = read_chunk_shape(group, variable, read.dimension_lengths);
  return read;
}

void replace(const std::vector<std::uint32_t>& cd_values, std::size_t& count, unsigned*& stored) {
  unsigned* const copied = copied_for_c(cd_values);
  std::free(std::exchange(stored, copied));
  count = cd_values.size();
}

}  // namespace

int modify_parameters(const Codec& codec, int group, int variable, std::size_t* visible_count,
                      unsigned** visible, std::size_t* working_count, unsigned** working) noexcept {
  if (visible_count == nullptr || visible == nullptr || working_count == nullptr ||
      working == nullptr) {
    return NC_EINVAL;
  }
  return status_of([&] {
    const Variable read = read_variable(group, variable);
    const Parameters given(*visible, *visible_count);
    if (shows_working(codec) && !given.empty()) {
      replace({given.begin(), given.end()}, *working_count, *working);
      return;
    }
    const std::vector<std::uint32_t> bound = codec.kernel.bind(given, read.layout());
    if (shows_working(codec)) replace(bound, *visible_count, *visible);
    replace(bound, *working_count, *working);
  });
}

}  // namespace ncf::plugins
