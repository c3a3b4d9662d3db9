// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/type_writer.hpp"

#include <algorithm>
#include <cstddef>

#include "base/errors/error_context.hpp"
#include "base/text/characters.hpp"
#include "store/netcdf4/names.hpp"
#include "store/netcdf4/type_reader.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::ByteOrder;
using model::Type;
using model::TypeClass;

static_assert(sizeof(model::Vlen) == sizeof(hvl_t));
static_assert(offsetof(model::Vlen, length) == offsetof(hvl_t, len));
static_assert(offsetof(model::Vlen, data) == offsetof(hvl_t, p));

/// Returns a text that types of the same structure have in common.
std::string structure_of(const Handle& type) {
  std::size_t bytes = 0;
  call(H5Tencode, type.id(), static_cast<void*>(nullptr), &bytes);
  std::string encoded(bytes, '\0');
  call(H5Tencode, type.id(), static_cast<void*>(encoded.data()), &bytes);
  return encoded;
}

Handle array_of(hid_t type, const std::vector<std::size_t>& shape) {
  const std::vector<hsize_t> lengths(shape.begin(), shape.end());
  return {call(H5Tarray_create2, type, static_cast<unsigned>(lengths.size()), lengths.data()),
          &H5Tclose};
}

}  // namespace

bool has_arrays_of_variable_length(const Type& type) noexcept {
  if (type.is_fixed_size) return false;
  if (type.base) return has_arrays_of_variable_length(*type.base);
  return std::any_of(type.fields.begin(), type.fields.end(), [](const auto& field) {
    return (!field.shape.empty() && !field.type->is_fixed_size) ||
           has_arrays_of_variable_length(*field.type);
  });
}

Handle make_text_type(std::size_t bytes) {
  Handle type(call(H5Tcopy, H5T_C_S1), &H5Tclose);
  call(H5Tset_size, type.id(), std::max<std::size_t>(bytes, 1));
  return type;
}

Handle TypeWriter::make_string() {
  Handle type(call(H5Tcopy, H5T_C_S1), &H5Tclose);
  call(H5Tset_size, type.id(), H5T_VARIABLE);
  call(H5Tset_cset, type.id(), H5T_CSET_UTF8);
  return type;
}

/// Returns creation properties of a type that does not record when it was written; with the time,
/// equal files would differ.
Handle TypeWriter::without_times() {
  Handle properties(call(H5Pcreate, H5P_DATATYPE_CREATE), &H5Pclose);
  call(H5Pset_obj_track_times, properties.id(), hbool_t{false});
  return properties;
}

void TypeWriter::define(const Handle& group, const model::TypeRef& type) {
  base::with_context("type " + type->name, [&] {
    Handle made = make(*type);
    const Handle in_file(call(H5Tcopy, made.id()), &H5Tclose);
    const std::string name = name_in_file(type->name);
    call(H5Tcommit2, group.id(), name.c_str(), in_file.id(), H5P_DEFAULT, without_times().id(),
         H5P_DEFAULT);
    std::size_t& alike = structures_[structure_of(made)];
    ++alike;
    defined_.push_back({type, std::move(made), &alike, place_of(in_file)});
  });
}

Handle TypeWriter::make(const Type& type) const {
  switch (type.type_class) {
    case TypeClass::opaque:
      return {call(H5Tcreate, H5T_OPAQUE, type.size_bytes), &H5Tclose};
    case TypeClass::vlen:
      return {call(H5Tvlen_create, native(*type.base)), &H5Tclose};
    case TypeClass::enumeration: {
      Handle made(call(H5Tenum_create, native(*type.base)), &H5Tclose);
      for (const model::EnumMember& member : type.members) {
        call(H5Tenum_insert, made.id(), base::to_nfc(member.name).c_str(),
             static_cast<const void*>(member.value.data()));
      }
      return made;
    }
    case TypeClass::compound: {
      Handle made(call(H5Tcreate, H5T_COMPOUND, type.size_bytes), &H5Tclose);
      for (const model::CompoundField& field : type.fields) {
        const hid_t single = native(*field.type);
        const std::optional<Handle> array =
            field.shape.empty() ? std::nullopt : std::optional(array_of(single, field.shape));
        call(H5Tinsert, made.id(), base::to_nfc(field.name).c_str(), field.offset_bytes,
             array ? array->id() : single);
      }
      return made;
    }
    default:
      throw Error(ErrorCode::internal, "an atomic type cannot be defined");
  }
}

hid_t TypeWriter::native(const Type& type) const {
  if (const hid_t number = number_type(type.type_class); number >= 0) return number;
  if (type.type_class == TypeClass::char_) return H5T_C_S1;
  if (type.type_class == TypeClass::string) return string_.id();
  return definition_of(type).native.id();
}

const TypeWriter::Defined& TypeWriter::definition_of(const Type& type) const {
  auto found =
      std::ranges::find(defined_, &type, [](const Defined& one) { return one.type.get(); });
  if (found == defined_.end()) {
    found = std::ranges::find_if(
        defined_, [&](const Defined& one) { return model::same_type(*one.type, type); });
  }
  if (found == defined_.end()) {
    throw Error(ErrorCode::unsupported, "type " + type.name + " is not defined in the output");
  }
  return *found;
}

// As with libnetcdf, a copy of a named type is stored, not a link to it, unless readers that follow
// links could take the copy for another type of the same structure. libnetcdf does not follow them.
Handle TypeWriter::in_file(const Handle& object, const Type& type, ByteOrder order) const {
  if (!type.is_atomic()) {
    const Defined& definition = definition_of(type);
    if (*definition.alike > 1) return open_object(object, definition.place);
  }
  Handle copy(call(H5Tcopy, native(type)), &H5Tclose);
  if (type.is_number() && order != ByteOrder::native) {
    call(H5Tset_order, copy.id(), order == ByteOrder::little ? H5T_ORDER_LE : H5T_ORDER_BE);
  }
  return copy;
}

}  // namespace ncf::store::netcdf4
