// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/type_reader.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "model/values/type.hpp"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/functions.hpp"

namespace ncf::store::netcdf {

using model::Type;
using model::TypeClass;
using model::TypeRef;

// The model and libnetcdf store sequences in the same way.
static_assert(sizeof(model::Vlen) == sizeof(nc_vlen_t));
static_assert(offsetof(model::Vlen, length) == offsetof(nc_vlen_t, len));
static_assert(offsetof(model::Vlen, data) == offsetof(nc_vlen_t, p));

// TypeClass lists the atomic types in the order of libnetcdf's ids.
static_assert(static_cast<int>(TypeClass::byte_) + 1 == NC_BYTE);
static_assert(static_cast<int>(TypeClass::char_) + 1 == NC_CHAR);
static_assert(static_cast<int>(TypeClass::short_) + 1 == NC_SHORT);
static_assert(static_cast<int>(TypeClass::int_) + 1 == NC_INT);
static_assert(static_cast<int>(TypeClass::float_) + 1 == NC_FLOAT);
static_assert(static_cast<int>(TypeClass::double_) + 1 == NC_DOUBLE);
static_assert(static_cast<int>(TypeClass::ubyte) + 1 == NC_UBYTE);
static_assert(static_cast<int>(TypeClass::ushort) + 1 == NC_USHORT);
static_assert(static_cast<int>(TypeClass::uint) + 1 == NC_UINT);
static_assert(static_cast<int>(TypeClass::int64) + 1 == NC_INT64);
static_assert(static_cast<int>(TypeClass::uint64) + 1 == NC_UINT64);
static_assert(static_cast<int>(TypeClass::string) + 1 == NC_STRING);

namespace {

TypeClass class_of(int netcdf_class) {
  switch (netcdf_class) {
    case NC_OPAQUE:
      return TypeClass::opaque;
    case NC_ENUM:
      return TypeClass::enumeration;
    case NC_VLEN:
      return TypeClass::vlen;
    case NC_COMPOUND:
      return TypeClass::compound;
    default:
      throw Error(ErrorCode::unsupported,
                  "type class " + std::to_string(netcdf_class) + " is not known");
  }
}

}  // namespace

nc_type atomic_id(TypeClass type_class) noexcept { return static_cast<int>(type_class) + 1; }

void TypeReader::add(nc_type id, int ncid, model::GroupId group) {
  definitions_[id] = Definition{ncid, group, nullptr};
}

const TypeRef& TypeReader::get_type(nc_type id) {
  if (id >= NC_BYTE && id <= NC_STRING) {
    return model::atomic_type(static_cast<TypeClass>(id - 1));
  }
  const auto found = definitions_.find(id);
  if (found == definitions_.end()) {
    throw Error(ErrorCode::unsupported, "libnetcdf does not know the type of its values");
  }
  Definition& definition = found->second;
  if (!definition.type) {
    definition.type = read_type(definition.ncid, id);
    order_.push_back(id);
  }
  return definition.type;
}

std::vector<model::UserType> TypeReader::all_types() {
  for (const auto& [id, definition] : definitions_) get_type(id);
  std::vector<model::UserType> types;
  for (const nc_type id : order_) {
    const Definition& definition = definitions_.at(id);
    types.push_back({definition.group, definition.type});
  }
  return types;
}

TypeRef TypeReader::read_type(int ncid, nc_type id) {
  std::array<char, NC_MAX_NAME + 1> name{};
  std::size_t size_bytes = 0;
  nc_type base = NC_NAT;
  std::size_t count = 0;
  int netcdf_class = 0;
  call(nc_inq_user_type, ncid, id, name.data(), &size_bytes, &base, &count, &netcdf_class);
  return with_context(std::string("type ") + name.data(), [&] {
    Type type;
    type.type_class = class_of(netcdf_class);
    type.name = name.data();
    type.size_bytes = size_bytes;
    if (type.type_class == TypeClass::enumeration || type.type_class == TypeClass::vlen) {
      type.base = get_type(base);
    }
    if (type.type_class == TypeClass::enumeration) read_members(ncid, id, count, type);
    if (type.type_class == TypeClass::compound) read_fields(ncid, id, count, type);
    return model::make_type(std::move(type));
  });
}

void TypeReader::read_members(int ncid, nc_type id, std::size_t count, Type& type) {
  for (std::size_t i = 0; i < count; ++i) {
    std::array<char, NC_MAX_NAME + 1> name{};
    model::EnumMember member;
    member.value.resize(type.size_bytes);
    call(nc_inq_enum_member, ncid, id, static_cast<int>(i), name.data(),
         static_cast<void*>(member.value.data()));
    member.name = name.data();
    type.members.push_back(std::move(member));
  }
}

void TypeReader::read_fields(int ncid, nc_type id, std::size_t count, Type& type) {
  for (std::size_t i = 0; i < count; ++i) {
    const int index = static_cast<int>(i);
    std::array<char, NC_MAX_NAME + 1> name{};
    model::CompoundField field;
    nc_type field_type = NC_NAT;
    int rank = 0;
    call(nc_inq_compound_field, ncid, id, index, name.data(), &field.offset_bytes, &field_type,
         &rank, static_cast<int*>(nullptr));
    std::vector<int> shape(static_cast<std::size_t>(rank));
    if (rank > 0) call(nc_inq_compound_fielddim_sizes, ncid, id, index, shape.data());
    field.name = name.data();
    field.shape.assign(shape.begin(), shape.end());
    field.type = get_type(field_type);
    type.fields.push_back(std::move(field));
  }
}

namespace {

void add_types(TypeReader& reader, int ncid) {
  for (const nc_type id : group_types(ncid)) reader.add(id, ncid, 0);
  for (const int group : child_groups(ncid)) add_types(reader, group);
}

}  // namespace

TypeRef read_type(int ncid, nc_type id) {
  TypeReader reader;
  if (id > NC_STRING) {
    int root = ncid;
    while (nc_inq_grp_parent(root, &root) == NC_NOERR) {
    }
    add_types(reader, root);
  }
  return reader.get_type(id);
}

}  // namespace ncf::store::netcdf
