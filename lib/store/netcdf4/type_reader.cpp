// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/type_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/errors/error_context.hpp"
#include "hdf5/library/calls.hpp"
#include "hdf5/library/element.hpp"
#include "model/values/type.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using hdf5::take_text;
using model::Type;
using model::TypeClass;
using model::TypeRef;

constexpr unsigned deepest = 64;

constexpr std::string_view anonymous_prefix = "_Anonymous";

/// Returns whether a type had no name in the file, or in the file that this one is a copy of.
bool is_anonymous_name(std::string_view name) {
  return name.empty() || name.starts_with(anonymous_prefix);
}

/// Returns the tag of an opaque type, which netCDF loses. It tells what the bytes mean: h5py stores
/// dates as bytes with "NUMPY:datetime64[ns]".
std::string lost_tag(hid_t opaque) {
  const std::string tag = take_text(H5Tget_tag(opaque));
  if (tag.empty()) return {};
  return fmt::format("opaque without its tag '{}': netCDF has no tags", tag);
}

std::string_view suffix_of(H5T_class_t type_class) {
  switch (type_class) {
    case H5T_ENUM:
      return "Enum";
    case H5T_COMPOUND:
      return "Compound";
    case H5T_VLEN:
      return "Vlen";
    default:
      return "Opaque";
  }
}

TypeClass user_class_of(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_ENUM:
      return TypeClass::enumeration;
    case H5T_COMPOUND:
      return TypeClass::compound;
    case H5T_VLEN:
      return TypeClass::vlen;
    case H5T_OPAQUE:
      return TypeClass::opaque;
    case H5T_REFERENCE:
      refuse_type("references");
    case H5T_ARRAY:
      refuse_type("arrays as values outside of compounds");
    case H5T_INTEGER:
    case H5T_FLOAT:
    case H5T_BITFIELD:
    case H5T_STRING:
      refuse_type("named types of numbers and texts");
    default:
      refuse_type("type like it");
  }
}

/// Returns the types that a type consists of.
std::vector<Handle> parts_of(hid_t type) {
  std::vector<Handle> parts;
  switch (H5Tget_class(type)) {
    case H5T_COMPOUND:
      for (unsigned i = 0; i < static_cast<unsigned>(call(H5Tget_nmembers, type)); ++i) {
        parts.emplace_back(call(H5Tget_member_type, type, i), &H5Tclose);
      }
      break;
    case H5T_ENUM:
    case H5T_ARRAY:
    case H5T_VLEN:
      parts.emplace_back(call(H5Tget_super, type), &H5Tclose);
      break;
    default:
      break;
  }
  return parts;
}

// libhdf5 makes no native type of times, and 1.10 writes out of bounds when it makes one of an
// enumeration with values of another size.
void require_sound(hid_t type) {
  if (H5Tget_class(type) == H5T_TIME) refuse_type("type for HDF5's times");
  static_cast<void>(hdf5::value_bytes(type));
  for (const Handle& part : parts_of(type)) {
    if (H5Tget_class(type) == H5T_ENUM && H5Tget_size(type) != H5Tget_size(part.id())) {
      throw Error(ErrorCode::corrupt, "its enumeration has values of another size");
    }
    require_sound(part.id());
  }
}

/// Returns how the first nested value without an equal netCDF type is read; empty if there is none.
std::string difference_inside(hid_t type) {
  if (auto atomic = read_atomic_type(type)) return std::move(atomic->difference);
  if (H5Tget_class(type) == H5T_OPAQUE) return lost_tag(type);
  for (const Handle& part : parts_of(type)) {
    std::string difference = difference_inside(part.id());
    if (!difference.empty()) return difference;
  }
  return {};
}

Handle with_numbers(hid_t type);

/// Returns the same compound, with each field converted by with_numbers.
Handle compound_with_numbers(hid_t type) {
  Handle compound(call(H5Tcreate, H5T_COMPOUND, H5Tget_size(type)), &H5Tclose);
  for (unsigned i = 0; i < static_cast<unsigned>(call(H5Tget_nmembers, type)); ++i) {
    const Handle field(call(H5Tget_member_type, type, i), &H5Tclose);
    const std::string name = take_text(H5Tget_member_name(type, i));
    call(H5Tinsert, compound.id(), name.c_str(), H5Tget_member_offset(type, i),
         with_numbers(field.id()).id());
  }
  return compound;
}

Handle array_with_numbers(hid_t type, hid_t base) {
  const std::vector<hsize_t> lengths = hdf5::array_lengths_of(type);
  return {call(H5Tarray_create2, base, static_cast<unsigned>(lengths.size()), lengths.data()),
          &H5Tclose};
}

/// Returns a memory type with integers in place of enumerations. Between enumerations of different
/// byte orders, libhdf5 converts numbers that are not members to -1.
Handle with_numbers(hid_t type) {
  if (call(H5Tdetect_class, type, H5T_ENUM) == 0) return share(type);
  if (H5Tget_class(type) == H5T_COMPOUND) return compound_with_numbers(type);
  const Handle base(call(H5Tget_super, type), &H5Tclose);
  if (H5Tget_class(type) == H5T_ENUM) return share(base.id());
  const Handle numbers = with_numbers(base.id());
  if (H5Tget_class(type) == H5T_ARRAY) return array_with_numbers(type, numbers.id());
  return {call(H5Tvlen_create, numbers.id()), &H5Tclose};
}

}  // namespace

void TypeReader::add(const Handle& type, const FoundObject& object, model::GroupId group) {
  require_sound(type.id());
  Handle native(call(H5Tget_native_type, type.id(), H5T_DIR_DEFAULT), &H5Tclose);
  const std::size_t bytes = H5Tget_size(native.id());
  by_size_.emplace(bytes, definitions_.size());
  by_identity_.emplace(object.identity, definitions_.size());
  definitions_.push_back({object.name, group, std::move(native), nullptr});
}

ReadType TypeReader::read(hid_t file_type, model::GroupId group) {
  require_sound(file_type);
  if (auto atomic = read_atomic_type(file_type)) return *std::move(atomic);
  return read_user_type(file_type, group);
}

std::optional<std::string> tell_type(const ReadType& read) {
  const Type& type = *read.type;
  if (!read.lost_name.empty()) {
    const std::string inside =
        read.difference.empty() ? "" : "; values inside are read as " + read.difference;
    return fmt::format(
        "is read as type {}: netCDF does not find type {}, which is in a later group{}", type.name,
        read.lost_name, inside);
  }
  if (read.difference.empty()) return std::nullopt;
  const bool is_whole_value = type.is_atomic() || type.type_class == TypeClass::opaque;
  return (is_whole_value ? "is read as " : "is read with values inside as ") + read.difference;
}

ReadType TypeReader::read_user_type(hid_t file_type, model::GroupId group) {
  user_class_of(file_type);
  const Handle native(call(H5Tget_native_type, file_type, H5T_DIR_DEFAULT), &H5Tclose);
  const std::optional<std::size_t> named = find_named(file_type);
  const std::size_t id = definition_of(named, native.id(), group);
  const TypeRef type = complete(id);
  ReadType read{type, with_numbers(definitions_[id].native.id()), 0, difference_inside(file_type)};
  if (named && id != *named) read.lost_name = definitions_[*named].name;
  return read;
}

std::optional<std::size_t> TypeReader::find_named(hid_t file_type) const {
  if (H5Tcommitted(file_type) <= 0) return std::nullopt;
  const auto named = by_identity_.find(files_.identify(share(file_type)));
  return named == by_identity_.end() ? std::nullopt : std::optional(named->second);
}

// A type with another name may mean something else, so a named type is not replaced by it. Names of
// anonymous types come from earlier copies; they count as no name and are the second choice. The
// last one is that of the earlier copy, if several groups have one.
std::size_t TypeReader::definition_of(std::optional<std::size_t> named, hid_t native,
                                      model::GroupId group) {
  if (named && definitions_[*named].group <= group) return *named;
  std::optional<std::size_t> alike;
  const std::size_t bytes = H5Tget_size(native);
  const auto [first, last] = by_size_.equal_range(bytes);
  for (auto candidate = first; candidate != last; ++candidate) {
    const Definition& definition = definitions_[candidate->second];
    const bool is_anonymous = is_anonymous_name(definition.name);
    const bool is_farther = alike && definition.group <= definitions_[*alike].group;
    if (definition.group > group || (is_anonymous ? is_farther : named.has_value())) continue;
    if (H5Tequal(definition.native.id(), native) <= 0) continue;
    if (!is_anonymous) return candidate->second;
    alike = candidate->second;
  }
  if (alike) return *alike;
  const std::size_t id = definitions_.size();
  by_size_.emplace(bytes, id);
  definitions_.push_back({"", group, share(native), nullptr});
  return id;
}

const TypeRef& TypeReader::complete(std::size_t id) {
  if (definitions_[id].type) return definitions_[id].type;
  if (depth_ == deepest) refuse_type("types nested so deeply");
  ++depth_;
  try {
    TypeRef type = build(definitions_[id]);
    --depth_;
    order_.push_back(id);
    return definitions_[id].type = std::move(type);
  } catch (...) {
    --depth_;
    throw;
  }
}

// Adding the definitions of inner types may move this one.
TypeRef TypeReader::build(const Definition& definition) {
  const hid_t native = definition.native.id();
  const model::GroupId group = definition.group;
  Type type;
  type.name = definition.name;
  type.type_class = user_class_of(native);
  type.size_bytes = H5Tget_size(native);
  if (type.type_class == TypeClass::enumeration || type.type_class == TypeClass::vlen) {
    const Handle base(call(H5Tget_super, native), &H5Tclose);
    type.base = inner_type(base.id(), group);
  }
  if (type.type_class == TypeClass::enumeration) read_members(native, type);
  if (type.type_class == TypeClass::compound) read_fields(native, group, type);
  if (type.name.empty()) {
    type.name = free_name(suffix_of(H5Tget_class(native)));
  }
  return model::make_type(std::move(type));
}

/// Returns a name for a type without one. Earlier copies may have types with such names.
std::string TypeReader::free_name(std::string_view suffix) {
  for (;;) {
    std::string name = fmt::format("{}{}{}", anonymous_prefix, suffix, ++unnamed_);
    if (std::ranges::none_of(definitions_, [&](const auto& other) { return other.name == name; })) {
      return name;
    }
  }
}

/// Returns the type of a nested value, which stays as libhdf5 returns it.
TypeRef TypeReader::inner_type(hid_t native, model::GroupId group) {
  const ReadType read = this->read(native, group);
  if (read.text_bytes > 0) refuse_type("lists of strings of a fixed length");
  if (H5Tget_size(native) != read.type->size_bytes) {
    refuse_type(fmt::format("numbers of {} bytes", H5Tget_size(native)));
  }
  return read.type;
}

void TypeReader::read_members(hid_t native, Type& type) {
  const auto count = static_cast<unsigned>(call(H5Tget_nmembers, native));
  for (unsigned i = 0; i < count; ++i) {
    model::EnumMember member;
    member.name = take_text(H5Tget_member_name(native, i));
    member.value.resize(type.size_bytes);
    call(H5Tget_member_value, native, i, static_cast<void*>(member.value.data()));
    type.members.push_back(std::move(member));
  }
}

void TypeReader::read_fields(hid_t native, model::GroupId group, Type& type) {
  const auto count = static_cast<unsigned>(call(H5Tget_nmembers, native));
  for (unsigned i = 0; i < count; ++i) type.fields.push_back(read_field(native, i, group));
}

// A string of fixed length becomes an array of characters here.
model::CompoundField TypeReader::read_field(hid_t native, unsigned index, model::GroupId group) {
  model::CompoundField field;
  field.name = take_text(H5Tget_member_name(native, index));
  field.offset_bytes = H5Tget_member_offset(native, index);
  return base::with_context("field " + field.name, [&] {
    Handle type(call(H5Tget_member_type, native, index), &H5Tclose);
    if (H5Tget_class(type.id()) == H5T_ARRAY) {
      const std::vector<hsize_t> lengths = hdf5::array_lengths_of(type.id());
      field.shape.assign(lengths.begin(), lengths.end());
      type = Handle(call(H5Tget_super, type.id()), &H5Tclose);
    }
    const bool is_fixed_text =
        H5Tget_class(type.id()) == H5T_STRING && H5Tis_variable_str(type.id()) == 0;
    if (is_fixed_text) {
      if (H5Tget_size(type.id()) > 1) field.shape.push_back(H5Tget_size(type.id()));
      field.type = model::atomic_type(TypeClass::char_);
    } else {
      field.type = inner_type(type.id(), group);
    }
    return field;
  });
}

void TypeReader::read_noted(const Objects& objects, std::vector<model::Finding>& findings) {
  const std::size_t noted = definitions_.size();
  for (std::size_t id = 0; id < noted; ++id) {
    const std::string path = objects.path_in(definitions_[id].group, definitions_[id].name);
    try {
      const TypeRef type = complete(id);
      const hid_t native = definitions_[id].native.id();
      const ReadType read{type, share(native), 0, difference_inside(native)};
      if (auto text = tell_type(read)) {
        findings.push_back({model::Finding::Kind::converted, path, *std::move(text)});
      }
    } catch (const Error& error) {
      findings.push_back(
          {model::Finding::Kind::left_out, path, fmt::format("is left out: {}", error.what())});
    }
  }
}

std::vector<model::UserType> TypeReader::all_types() const {
  std::vector<model::UserType> types;
  for (const std::size_t id : order_) {
    const Definition& definition = definitions_[id];
    types.push_back({definition.group, definition.type, definition.name.empty()});
  }
  return types;
}

}  // namespace ncf::store::netcdf4
