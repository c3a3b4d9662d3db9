// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/attribute_writer.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "base/errors/error_context.hpp"
#include "hdf5/vlen/vlen_conversion.hpp"
#include "ncf/error.hpp"
#include "store/netcdf4/names.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;

Handle make_space(H5S_class_t kind) { return {call(H5Screate, kind), &H5Sclose}; }

// libhdf5 requires a pointer even without values.
void write_values(const Handle& object, const char* name, hid_t stored_type, hid_t type,
                  const Handle& space, const void* values) {
  static constexpr char nothing = 0;
  const Handle attribute(
      call(H5Acreate2, object.id(), name, stored_type, space.id(), H5P_DEFAULT, H5P_DEFAULT),
      &H5Aclose);
  call(H5Awrite, attribute.id(), type, values != nullptr ? values : &nothing);
}

/// Returns the space of a list, which HDF5 calls empty if there are no values.
Handle space_of(hsize_t length) {
  if (length == 0) return make_space(H5S_NULL);
  return {call(H5Screate_simple, 1, &length, static_cast<const hsize_t*>(nullptr)), &H5Sclose};
}

void write_chars(const Handle& object, const std::string& name, const model::Values& text) {
  const Handle type = make_text_type(text.count());
  const Handle space = make_space(text.count() == 0 ? H5S_NULL : H5S_SCALAR);
  write_values(object, name.c_str(), type.id(), type.id(), space, text.data());
}

void write_attribute(const Handle& object, const model::Attribute& attribute,
                     const TypeWriter& types) {
  base::with_context("attribute " + attribute.name, [&] {
    const std::string name = attribute_name_in_file(attribute.name);
    const model::Values& values = *attribute.values;
    if (values.type()->type_class == model::TypeClass::char_) {
      write_chars(object, name, values);
      return;
    }
    const hdf5::WritingOverNothing fresh(has_arrays_of_variable_length(*values.type()));
    const Handle stored_type = types.in_file(object, *values.type());
    write_values(object, name.c_str(), stored_type.id(), types.native(*values.type()),
                 space_of(values.count()), values.data());
  });
}

/// Writes a list of values of any datatype.
void write_list(const Handle& object, const char* name, const Handle& type, std::size_t count,
                const void* values) {
  write_values(object, name, type.id(), type.id(), space_of(count), values);
}

/// Makes an object reference, which is the address of the object's header.
hobj_ref_t reference_to(const Handle& dataset) {
  hobj_ref_t reference = 0;
  call(H5Rcreate, static_cast<void*>(&reference), dataset.id(), ".", H5R_OBJECT, hid_t{-1});
  return reference;
}

Handle open_reference(const Handle& file, hobj_ref_t reference) {
  return {call(H5Rdereference2, file.id(), H5P_DEFAULT, H5R_OBJECT,
               static_cast<const void*>(&reference)),
          &H5Dclose};
}

}  // namespace

void write_attributes(const Handle& object, std::span<const model::Attribute> attributes,
                      const TypeWriter& types) {
  constexpr std::size_t most = 65535;  // HDF5 counts their creation in 16 bits
  if (attributes.size() > most) {
    throw Error(ErrorCode::unsupported,
                fmt::format("has {} attributes, and netCDF-4 keeps at most {} of one object",
                            attributes.size(), most));
  }
  for (const model::Attribute& attribute : attributes) write_attribute(object, attribute, types);
}

void write_number(const Handle& object, const char* name, int number) {
  write_values(object, name, H5T_STD_I32LE, H5T_NATIVE_INT, make_space(H5S_SCALAR), &number);
}

void write_numbers(const Handle& object, const char* name, std::span<const int> numbers) {
  write_values(object, name, H5T_STD_I32LE, H5T_NATIVE_INT, space_of(numbers.size()),
               numbers.data());
}

void write_text(const Handle& object, const char* name, const std::string& text,
                std::size_t bytes) {
  const Handle type = make_text_type(bytes);
  std::string padded = text;
  padded.resize(bytes);
  write_values(object, name, type.id(), type.id(), make_space(H5S_SCALAR), padded.data());
}

void mark_as_scale(const Handle& dataset, const std::string& title) {
  static const std::string of_scales = "DIMENSION_SCALE";
  write_text(dataset, "CLASS", of_scales, of_scales.size() + 1);
  write_text(dataset, "NAME", title, title.size() + 1);
}

void DimensionScales::set_scale(model::DimensionId dimension, const Handle& dataset) {
  scales_.at(dimension).dataset = reference_to(dataset);
}

DimensionScales::DimensionScales(std::size_t dimension_count)
    : list_type_(call(H5Tvlen_create, H5T_STD_REF_OBJ), &H5Tclose), scales_(dimension_count) {}

void DimensionScales::add_user(const Handle& dataset, std::vector<model::DimensionId> dimensions) {
  const hobj_ref_t reference = reference_to(dataset);
  bool has_all = true;
  for (std::size_t axis = 0; axis < dimensions.size(); ++axis) {
    Scale& scale = scales_.at(dimensions[axis]);
    scale.uses.push_back({reference, static_cast<int>(axis)});
    has_all = has_all && scale.dataset != 0;
  }
  if (has_all) return write_scales(dataset, dimensions);
  users_.push_back({reference, std::move(dimensions)});
}

void DimensionScales::write_scales(const Handle& dataset,
                                   const std::vector<model::DimensionId>& dimensions) const {
  std::vector<hvl_t> lists;
  for (const model::DimensionId id : dimensions) {
    lists.push_back({1, const_cast<hobj_ref_t*>(&scales_[id].dataset)});
  }
  write_list(dataset, "DIMENSION_LIST", list_type_, lists.size(), lists.data());
}

void DimensionScales::attach(const Handle& file) const {
  for (const User& user : users_) {
    write_scales(open_reference(file, user.dataset), user.dimensions);
  }
  const Handle use_type(call(H5Tcreate, H5T_COMPOUND, sizeof(Use)), &H5Tclose);
  call(H5Tinsert, use_type.id(), "dataset", offsetof(Use, dataset), H5T_STD_REF_OBJ);
  call(H5Tinsert, use_type.id(), "dimension", offsetof(Use, axis), H5T_NATIVE_INT);
  for (const Scale& scale : scales_) {
    if (scale.uses.empty()) continue;
    write_list(open_reference(file, scale.dataset), "REFERENCE_LIST", use_type, scale.uses.size(),
               scale.uses.data());
  }
}

}  // namespace ncf::store::netcdf4
