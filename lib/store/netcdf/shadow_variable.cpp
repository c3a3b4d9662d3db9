// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "filter/kernels/kernel.hpp"
#include "hdf5/library/library.hpp"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/functions.hpp"

namespace ncf::store::netcdf {
namespace {

using filter::ChunkLayout;
using filter::CodecAttribute;
using filter::CodecDimension;
using filter::CodecVariable;
using filter::NumberTypes;

constexpr NumberTypes<nc_type> signed_types{.integers = {NC_BYTE, NC_SHORT, NC_INT, NC_INT64},
                                            .floats = {NC_FLOAT, NC_DOUBLE},
                                            .none = NC_NAT};
constexpr NumberTypes<nc_type> unsigned_types{.integers = {NC_UBYTE, NC_USHORT, NC_UINT, NC_UINT64},
                                              .floats = {NC_FLOAT, NC_DOUBLE},
                                              .none = NC_NAT};

void check(int status) {
  if (status != NC_NOERR) {
    throw Error(ErrorCode::internal, fmt::format("shadow variable: {}", nc_strerror(status)));
  }
}

// ---- Dimensions ----

std::vector<CodecDimension> dimensions_of(const ChunkLayout& layout,
                                          const CodecVariable& variable) {
  std::vector<CodecDimension> dimensions = variable.dimensions;
  if (dimensions.size() != layout.shape.size()) {
    dimensions.clear();
    for (const std::uint64_t length : layout.shape) {
      dimensions.push_back({fmt::format("d{}", dimensions.size()), length});
    }
  }
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i].length < layout.shape[i]) dimensions[i].is_unlimited = true;
  }
  return dimensions;
}

/// Defines a dimension, under another name if necessary: Zarr allows names that libnetcdf rejects,
/// and dimensions of two groups may have the same name.
int define_dimension(int ncid, const CodecDimension& dimension, std::size_t place) {
  const std::size_t length = dimension.is_unlimited ? NC_UNLIMITED : dimension.length;
  int id = -1;
  if (nc_def_dim(ncid, dimension.name.c_str(), length, &id) != NC_NOERR) {
    check(nc_def_dim(ncid, fmt::format("ncf_d{}", place).c_str(), length, &id));
  }
  return id;
}

/// Defines the groups, under other names if necessary. Returns their ids, from the root's on.
std::vector<int> define_groups(int root, const std::vector<std::string>& names) {
  std::vector<int> ids{root};
  for (const std::string& name : names) {
    int id = -1;
    if (nc_def_grp(ids.back(), name.c_str(), &id) != NC_NOERR) {
      check(nc_def_grp(ids.back(), fmt::format("ncf_g{}", ids.size()).c_str(), &id));
    }
    ids.push_back(id);
  }
  return ids;
}

/// Defines the dimensions; a variable may have the same one twice.
std::vector<int> define_dimensions(const std::vector<int>& groups,
                                   const std::vector<CodecDimension>& dimensions) {
  const auto group_of = [&](const CodecDimension& dimension) {
    return groups[std::min(dimension.depth, groups.size() - 1)];
  };
  std::vector<int> ids;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    const auto is_same = [&](const CodecDimension& other) {
      return other.name == dimensions[i].name && other.length == dimensions[i].length &&
             other.is_unlimited == dimensions[i].is_unlimited && other.depth == dimensions[i].depth;
    };
    const auto end = dimensions.begin() + static_cast<std::ptrdiff_t>(i);
    const auto before = std::find_if(dimensions.begin(), end, is_same);
    ids.push_back(before != end ? ids[static_cast<std::size_t>(before - dimensions.begin())]
                                : define_dimension(group_of(dimensions[i]), dimensions[i], i));
  }
  return ids;
}

/// Extends an unlimited dimension to its length by writing one byte at its end, to a variable that
/// exists only for this.
void extend(int ncid, const std::vector<CodecDimension>& dimensions, const std::vector<int>& ids) {
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (!dimensions[i].is_unlimited || dimensions[i].length == 0) continue;
    const std::size_t one = 1;
    const std::size_t last = dimensions[i].length - 1;
    const signed char byte = 0;
    int varid = -1;
    check(nc_def_var(ncid, fmt::format("ncf_length_{}", i).c_str(), NC_BYTE, 1, &ids[i], &varid));
    check(nc_def_var_chunking(ncid, varid, NC_CHUNKED, &one));
    check(nc_put_var1_schar(ncid, varid, &last, &byte));
  }
}

// ---- Attributes ----

template <class Value>
nc_type nc_type_of() {
  const auto element_class = std::is_integral_v<Value> ? ncf_element_integer : ncf_element_floating;
  const auto& types = std::is_unsigned_v<Value> ? unsigned_types : signed_types;
  return types.of({.element_bytes = sizeof(Value), .element_class = element_class});
}

struct AttributeWriter {
  int ncid;
  int varid;
  const char* name;

  int operator()(const std::string& text) const {
    return nc_put_att_text(ncid, varid, name, text.size(), text.data());
  }
  int operator()(const std::vector<std::string>& strings) const {
    std::vector<const char*> texts;
    for (const std::string& string : strings) texts.push_back(string.c_str());
    return nc_put_att_string(ncid, varid, name, texts.size(), texts.data());
  }
  template <class Number>
  int operator()(const std::vector<Number>& numbers) const {
    return nc_put_att(ncid, varid, name, nc_type_of<Number>(), numbers.size(), numbers.data());
  }
};

/// Writes the attributes, except those that libnetcdf rejects, for example because of their names.
void put_attributes(int ncid, int varid, const std::vector<CodecAttribute>& attributes) {
  for (const CodecAttribute& attribute : attributes) {
    (void)std::visit(AttributeWriter{ncid, varid, attribute.name.c_str()}, attribute.values);
  }
}

// ---- The variable ----

int define_type(int ncid, const ChunkLayout& layout, bool is_unsigned) {
  const nc_type number = (is_unsigned ? unsigned_types : signed_types).of(layout);
  if (number != NC_NAT) return number;
  if (layout.element_bytes == 1) return NC_CHAR;
  nc_type opaque = NC_NAT;
  check(nc_def_opaque(ncid, layout.element_bytes, "element", &opaque));
  return opaque;
}

/// Defines the variable and returns its id. groups: from the root's to its own.
int define(const std::vector<int>& groups, const ChunkLayout& layout,
           const CodecVariable& variable) {
  const int ncid = groups.back();
  const std::vector<CodecDimension> dimensions = dimensions_of(layout, variable);
  const std::vector<int> ids = define_dimensions(groups, dimensions);
  const nc_type type = define_type(ncid, layout, variable.is_unsigned);
  const bool is_number = type <= NC_MAX_ATOMIC_TYPE && type != NC_CHAR;
  const auto rank = static_cast<int>(ids.size());
  int varid = -1;
  if (nc_def_var(ncid, variable.name.c_str(), type, rank, ids.data(), &varid) != NC_NOERR) {
    check(nc_def_var(ncid, "values", type, rank, ids.data(), &varid));
  }
  const std::vector<std::size_t> chunk(layout.shape.begin(), layout.shape.end());
  if (!chunk.empty()) check(nc_def_var_chunking(ncid, varid, NC_CHUNKED, chunk.data()));
  if (is_number && layout.byte_order != ncf_order_none) {
    const bool is_big = layout.byte_order == ncf_order_big;
    check(nc_def_var_endian(ncid, varid, is_big ? NC_ENDIAN_BIG : NC_ENDIAN_LITTLE));
  }
  put_attributes(ncid, varid, variable.attributes);
  extend(ncid, dimensions, ids);
  return varid;
}

int create_file() {
  const hdf5::KeptPluginFolders kept;
  int ncid = -1;
  check(nc_create("ncf-shadow", NC_NETCDF4 | NC_DISKLESS, &ncid));
  return ncid;
}

}  // namespace

void with_shadow_variable(const ChunkLayout& layout, const CodecVariable& variable,
                          const libnetcdf::UseVariable& use) {
  const File file(create_file(), File::Use::scratch);
  const std::vector<int> groups = define_groups(file.ncid(), variable.groups);
  use(groups.back(), define(groups, layout, variable));
}

}  // namespace ncf::store::netcdf
