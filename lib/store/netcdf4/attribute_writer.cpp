// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/attribute_writer.hpp"

#include "base/at_place.hpp"
#include "store/netcdf4/names.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;

Handle make_space(H5S_class_t kind) { return {call(H5Screate, kind), &H5Sclose}; }

Handle make_list_space(std::size_t count) {
  const hsize_t length = count;
  return {call(H5Screate_simple, 1, &length, static_cast<const hsize_t*>(nullptr)), &H5Sclose};
}

void write_chars(const Handle& object, const std::string& name, const model::Values& text) {
  const Handle type = make_text_type(text.count());
  const Handle space = make_space(text.count() == 0 ? H5S_NULL : H5S_SCALAR);
  write_raw(object, name.c_str(), type.id(), space.id(), text.data());
}

}  // namespace

// libhdf5 wants a pointer, even to no values.
void write_raw(const Handle& object, const char* name, hid_t type, hid_t space,
               const void* values) {
  static constexpr char nothing = 0;
  const Handle attribute(call(H5Acreate2, object.id(), name, type, space, H5P_DEFAULT, H5P_DEFAULT),
                         &H5Aclose);
  call(H5Awrite, attribute.id(), type, values != nullptr ? values : &nothing);
}

void write_attribute(const Handle& object, const model::Attribute& attribute,
                     const TypeWriter& types) {
  base::at_place([&] { return "attribute " + attribute.name; },
                 [&] {
                   const std::string name = attribute_name_in_file(attribute.name);
                   const model::Values& values = *attribute.values;
                   if (values.type()->type_class == model::TypeClass::char_) {
                     write_chars(object, name, values);
                     return;
                   }
                   const Handle space =
                       values.count() == 0 ? make_space(H5S_NULL) : make_list_space(values.count());
                   write_raw(object, name.c_str(), types.native(*values.type()), space.id(),
                             values.data());
                 });
}

void write_number(const Handle& object, const char* name, int number) {
  const Handle space = make_space(H5S_SCALAR);
  write_raw(object, name, H5T_NATIVE_INT, space.id(), &number);
}

void write_numbers(const Handle& object, const char* name, std::span<const int> numbers) {
  const Handle space = make_list_space(numbers.size());
  write_raw(object, name, H5T_NATIVE_INT, space.id(), numbers.data());
}

void write_text(const Handle& object, const char* name, const std::string& text,
                std::size_t bytes) {
  const Handle type = make_text_type(bytes);
  const Handle space = make_space(H5S_SCALAR);
  std::string padded = text;
  padded.resize(bytes);
  write_raw(object, name, type.id(), space.id(), padded.data());
}

}  // namespace ncf::store::netcdf4
