// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/schema_writer.hpp"

#include <algorithm>
#include <vector>

#include "base/build_config.hpp"
#include "filter/chain_order.hpp"
#include "filter/registry.hpp"
#include "model/quantization.hpp"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/filter_arranger.hpp"
#include "store/netcdf/filters.hpp"
#include "store/netcdf/types.hpp"

namespace ncf::store::netcdf {

namespace {

using model::Attribute;
using model::Dimension;
using model::Layout;
using model::Quantization;
using model::Schema;
using model::Variable;
using model::VariableId;

#if NCF_NETCDF_HAS_QUANTIZE
int mode_number(Quantization::Mode mode) noexcept {
  switch (mode) {
    case Quantization::Mode::bit_groom:
      return NC_QUANTIZE_BITGROOM;
    case Quantization::Mode::granular_bit_round:
      return NC_QUANTIZE_GRANULARBR;
    case Quantization::Mode::bit_round:
      break;
  }
  return NC_QUANTIZE_BITROUND;
}
#endif

class SchemaWriter {
 public:
  SchemaWriter(int ncid, const Schema& schema) : schema_(schema), ncids_{ncid} {}

  void define_all() {
    define_groups();
    for (const model::UserType& type : schema_.types) {
      types_.define(ncids_.at(type.group), type.type);
    }
    define_dimensions();
    for (model::GroupId id = 0; id < schema_.groups.size(); ++id) {
      at_place([&] { return "group " + schema_.group_path(id); },
               [&] {
                 for (const Attribute& attribute : schema_.groups[id].attributes) {
                   put_attribute(ncids_[id], NC_GLOBAL, attribute);
                 }
               });
    }
    for (VariableId id = 0; id < schema_.variables.size(); ++id) {
      at_place([&] { return "variable " + schema_.variable_path(id); },
               [&] { define_variable(schema_.variables[id]); });
    }
  }

 private:
  void define_groups() {
    for (model::GroupId id = 1; id < schema_.groups.size(); ++id) {
      at_place([&] { return "group " + schema_.group_path(id); },
               [&] {
                 int ncid = 0;
                 call(nc_def_grp, ncids_.at(*schema_.groups[id].parent),
                      schema_.groups[id].name.c_str(), &ncid);
                 ncids_.push_back(ncid);
               });
    }
  }

  void define_dimensions() {
    for (model::DimensionId id = 0; id < schema_.dimensions.size(); ++id) {
      at_place([&] { return "dimension " + schema_.dimension_path(id); },
               [&] {
                 const Dimension& dimension = schema_.dimensions[id];
                 int dimid = 0;
                 call(nc_def_dim, ncids_.at(dimension.group), dimension.name.c_str(),
                      dimension.is_unlimited ? NC_UNLIMITED : dimension.length, &dimid);
                 dimids_.push_back(dimid);
               });
    }
  }

  void define_variable(const Variable& variable) {
    const int ncid = ncids_.at(variable.group);
    std::vector<int> dimids;
    for (const model::DimensionId id : variable.dimensions) dimids.push_back(dimids_.at(id));
    int varid = 0;
    call(nc_def_var, ncid, variable.name.c_str(), types_.id_of(*variable.type),
         static_cast<int>(dimids.size()), static_cast<const int*>(dimids.data()), &varid);
    // HDF5 needs fill values where values are pointers.
    if (variable.no_fill && variable.type->is_fixed_size) {
      call(nc_def_var_fill, ncid, varid, NC_NOFILL, static_cast<const void*>(nullptr));
    }
    if (is_netcdf4(schema_.format)) define_storage(ncid, varid, variable);
    for (const Attribute& attribute : variable.attributes) {
      check_fill_value(variable, attribute);
      if (!is_written_by_library(variable, attribute)) {
        put_attribute(ncid, varid, attribute);
      }
    }
  }

  void define_storage(int ncid, int varid, const Variable& variable) {
    define_layout(ncid, varid, variable);
    if (variable.byte_order != model::ByteOrder::native &&
        (variable.type->is_integer() || variable.type->is_floating_point())) {
      call(nc_def_var_endian, ncid, varid,
           variable.byte_order == model::ByteOrder::little ? NC_ENDIAN_LITTLE : NC_ENDIAN_BIG);
    }
    define_quantization(ncid, varid, variable);
    if (variable.keeps_stored_filters) {
      define_filters(ncid, varid, variable.filters);
    } else {
      define_filters(ncid, varid, variable.filters_to_define());
    }
  }

  /// In the order given, which is not always libnetcdf's.
  template <class AnyChain>
  static void define_filters(int ncid, int varid, const AnyChain& filters) {
    if (const auto repeated = filter::find_repeated(filters)) {
      throw Error(ErrorCode::unsupported,
                  filter::filter_title(*repeated) +
                      " is there twice, which libnetcdf cannot define; give the variable other "
                      "filters");
    }
    std::vector<std::uint32_t> ids;
    for (const auto& filter : filters) {
      ids.push_back(filter.id);
      add_filter(ncid, varid, filter);
    }
    if (filter_ids(ncid, varid) != ids) add_filter(ncid, varid, make_arranger(ids));
  }

  // Contiguous is what a variable gets when nothing is said, but only where nothing about it
  // needs chunks; there, and for layouts of other writers, the library chooses.
  void define_layout(int ncid, int varid, const Variable& variable) {
    const model::Storage& storage = variable.storage;
    int layout = NC_CONTIGUOUS;
    if (variable.is_scalar() && storage.layout != Layout::compact) return;
    switch (storage.layout) {
      case Layout::contiguous:
        if (needs_chunks(variable)) return;
        break;
      case Layout::compact:
        layout = NC_COMPACT;
        break;
      case Layout::chunked:
        define_chunks(ncid, varid, storage.chunk_shape);
        return;
      case Layout::other:
        return;
    }
    call(nc_def_var_chunking, ncid, varid, layout, static_cast<const std::size_t*>(nullptr));
  }

  // Lengths that are 0, or all of them if there are none, are the library's choice.
  static void define_chunks(int ncid, int varid, std::vector<std::size_t> shape) {
    const bool has_gaps = std::find(shape.begin(), shape.end(), 0) != shape.end();
    if (shape.empty() || has_gaps) {
      call(nc_def_var_chunking, ncid, varid, NC_CHUNKED, static_cast<const std::size_t*>(nullptr));
    }
    if (has_gaps) {
      std::vector<std::size_t> chosen(shape.size());
      call(nc_inq_var_chunking, ncid, varid, static_cast<int*>(nullptr), chosen.data());
      std::transform(shape.begin(), shape.end(), chosen.begin(), shape.begin(),
                     [](std::size_t asked, std::size_t own) { return asked > 0 ? asked : own; });
    }
    if (!shape.empty()) {
      call(nc_def_var_chunking, ncid, varid, NC_CHUNKED,
           static_cast<const std::size_t*>(shape.data()));
    }
  }

  bool needs_chunks(const Variable& variable) const {
    for (const model::DimensionId id : variable.dimensions) {
      if (schema_.dimensions[id].is_unlimited) return true;
    }
    return variable.has_filters();
  }

  static void define_quantization(int ncid, int varid, const Variable& variable) {
    if (!variable.quantization) return;
#if NCF_NETCDF_HAS_QUANTIZE
    call(nc_def_var_quantize, ncid, varid, mode_number(variable.quantization->mode),
         variable.quantization->digits);
#else
    static_cast<void>(ncid);
    static_cast<void>(varid);
    throw Error(ErrorCode::unsupported, "this libnetcdf was built without quantization");
#endif
  }

  static bool is_written_by_library(const Variable& variable, const Attribute& attribute) {
    return variable.quantization &&
           attribute.name == model::quantization_attribute(variable.quantization->mode);
  }

  // libnetcdf would refuse it without a reason, and in a classic file not before it fills. Classic
  // files that are not filled may have such an attribute, and some do.
  void check_fill_value(const Variable& variable, const Attribute& attribute) const {
    if (attribute.name != _FillValue) return;
    if (variable.no_fill && !is_netcdf4(schema_.format)) return;
    const model::Values& values = *attribute.values;
    at_place("attribute " + attribute.name, [&] {
      if (!model::same_type(*values.type(), *variable.type)) {
        throw Error(ErrorCode::unsupported, "is of type " + values.type()->name +
                                                ", not of the variable's type " +
                                                variable.type->name);
      }
      if (values.count() != 1) {
        throw Error(ErrorCode::unsupported,
                    "holds " + std::to_string(values.count()) + " values, not one");
      }
    });
  }

  void put_attribute(int ncid, int varid, const Attribute& attribute) {
    at_place([&] { return "attribute " + attribute.name; },
             [&] {
               const model::Values& values = *attribute.values;
               static constexpr char nothing = 0;  // libnetcdf wants a pointer, even to no values
               const void* data = values.count() > 0 ? static_cast<const void*>(values.data())
                                                     : static_cast<const void*>(&nothing);
               call(nc_put_att, ncid, varid, attribute.name.c_str(), types_.id_of(*values.type()),
                    values.count(), data);
             });
  }

  const Schema& schema_;
  std::vector<int> ncids_;   ///< of the groups, in the order of schema_.groups
  std::vector<int> dimids_;  ///< in the order of schema_.dimensions
  TypeWriter types_;
};

}  // namespace

void define_schema(int ncid, const Schema& schema) { SchemaWriter(ncid, schema).define_all(); }

}  // namespace ncf::store::netcdf
