// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/unopenable.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/at_place.hpp"
#include "store/hdf5/calls.hpp"
#include "store/hdf5/links.hpp"

namespace ncf::store::hdf5 {
namespace {

[[noreturn]] void refuse(std::string_view what, std::string_view remedy) {
  throw Error(
      ErrorCode::unsupported,
      fmt::format("{}, and libnetcdf opens no file with such a thing; {}, for example with h5py",
                  what, remedy));
}

std::string_view class_name(H5T_class_t type_class) {
  constexpr std::array<std::pair<H5T_class_t, std::string_view>, 6> names{{
      {H5T_INTEGER, "integer"},
      {H5T_FLOAT, "float"},
      {H5T_TIME, "time"},
      {H5T_BITFIELD, "bit field"},
      {H5T_REFERENCE, "reference"},
      {H5T_ARRAY, "array"},
  }};
  for (const auto& [known, name] : names) {
    if (known == type_class) return name;
  }
  return "unknown";
}

/// The class in a type that netCDF has no values of; empty if there is none.
std::optional<H5T_class_t> find_foreign_class(hid_t type) {
  const H5T_class_t type_class = H5Tget_class(type);
  switch (type_class) {
    case H5T_TIME:
    case H5T_BITFIELD:
    case H5T_REFERENCE:
      return type_class;
    case H5T_ARRAY:
    case H5T_VLEN:
      return find_foreign_class(Handle(call(H5Tget_super, type), &H5Tclose).id());
    case H5T_COMPOUND:
      for (unsigned i = 0; i < static_cast<unsigned>(call(H5Tget_nmembers, type)); ++i) {
        const Handle member(call(H5Tget_member_type, type, i), &H5Tclose);
        if (const auto found = find_foreign_class(member.id())) return found;
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

bool is_class_of_user_types(H5T_class_t type_class) {
  return type_class == H5T_COMPOUND || type_class == H5T_ENUM || type_class == H5T_VLEN ||
         type_class == H5T_OPAQUE || type_class == H5T_STRING;
}

void require_openable_type(hid_t type) {
  const H5T_class_t type_class = H5Tget_class(type);
  if (!is_class_of_user_types(type_class)) {
    refuse(fmt::format("it is a named type of class {}", class_name(type_class)),
           "delete its name");
  }
  if (const auto foreign = find_foreign_class(type)) {
    refuse(fmt::format("it is a named type with values of class {}", class_name(*foreign)),
           "delete its name");
  }
}

void require_openable_attribute(hid_t attribute) {
  const Handle space(call(H5Aget_space, attribute), &H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space.id());
  if (rank > 1) {
    refuse(fmt::format("it has {} dimensions, netCDF's attributes have one at most", rank),
           "delete it or write it with one");
  }
  const Handle type(call(H5Aget_type, attribute), &H5Tclose);
  if (H5Tget_class(type.id()) == H5T_TIME) {
    refuse("its values are of class time", "delete it or write numbers");
  }
}

void require_openable_attributes(hid_t object) {
  H5O_info_t info;
  call(H5Oget_info, object, &info);
  for (hsize_t i = 0; i < info.num_attrs; ++i) {
    const Handle attribute(call(H5Aopen_by_idx, object, ".", H5_INDEX_NAME, H5_ITER_NATIVE, i,
                                H5P_DEFAULT, H5P_DEFAULT),
                           &H5Aclose);
    std::string name(static_cast<std::size_t>(call(H5Aget_name, attribute.id(), std::size_t{0},
                                                   static_cast<char*>(nullptr))),
                     '\0');
    call(H5Aget_name, attribute.id(), name.size() + 1, name.data());
    base::at_place("attribute " + name, [&] { require_openable_attribute(attribute.id()); });
  }
}

void require_openable_object(const Handle& file, const std::string& path) {
  const Handle object(call(H5Oopen, file.id(), path.c_str(), H5P_DEFAULT), &H5Oclose);
  switch (H5Iget_type(object.id())) {
    case H5I_DATASET:
      return base::at_place("variable " + path, [&] {
        const Handle type(call(H5Dget_type, object.id()), &H5Tclose);
        if (H5Tget_class(type.id()) == H5T_TIME) {
          refuse("its values are of class time", "write them as numbers");
        }
        require_openable_attributes(object.id());
      });
    case H5I_DATATYPE:
      return base::at_place("type " + path, [&] { require_openable_type(object.id()); });
    default:
      return base::at_place("group " + path, [&] { require_openable_attributes(object.id()); });
  }
}

}  // namespace

void require_openable(const std::filesystem::path& path) {
  const Handle file = open_file(path.string());
  require_openable_object(file, "/");
  for (const Link& link : links_below(file, "/")) {
    if (link.type == H5L_TYPE_HARD) require_openable_object(file, link.path);
  }
}

}  // namespace ncf::store::hdf5
