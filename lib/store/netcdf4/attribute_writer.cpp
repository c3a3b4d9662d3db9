// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/attribute_writer.hpp"

#include <fmt/format.h>

#include <cstddef>

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

void write_list(const Handle& object, const char* name, const Handle& type, std::size_t count,
                const void* values) {
  write_values(object, name, type.id(), type.id(), space_of(count), values);
}

}  // namespace ncf::store::netcdf4
