// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/whole_attributes.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/at_place.hpp"
#include "store/hdf5/calls.hpp"
#include "store/hdf5/misread_types.hpp"

namespace ncf::store::hdf5 {
namespace {

/// Whether values of the type may be strings of a fixed length in the file.
bool may_be_fixed_text(const model::Type& type) {
  if (type.type_class == model::TypeClass::string) return true;
  if (type.is_atomic()) return false;
  const auto is_text = [](const model::TypeRef& inner) {
    return inner->type_class == model::TypeClass::char_ || may_be_fixed_text(*inner);
  };
  return (type.base && is_text(type.base)) ||
         std::any_of(type.fields.begin(), type.fields.end(),
                     [&](const model::CompoundField& field) { return is_text(field.type); });
}

bool has_nul_inside(std::string_view text) {
  const std::size_t end = text.find_last_not_of('\0');
  return end != std::string_view::npos && text.substr(0, end).find('\0') != std::string_view::npos;
}

/// Of strings of a fixed length that do not end with a NUL.
bool has_any_nul_inside(hid_t attribute, hid_t type) {
  const Handle space(call(H5Aget_space, attribute), &H5Sclose);
  const auto count = static_cast<std::size_t>(call(H5Sget_simple_extent_npoints, space.id()));
  const std::size_t length = H5Tget_size(type);
  std::string texts(count * length, '\0');
  call(H5Aread, attribute, type, static_cast<void*>(texts.data()));
  for (std::size_t i = 0; i < count; ++i) {
    if (has_nul_inside(std::string_view(texts).substr(i * length, length))) return true;
  }
  return false;
}

void require_whole(hid_t attribute) {
  const Handle type(call(H5Aget_type, attribute), &H5Tclose);
  if (!has_fixed_text(type.id())) return;
  if (!is_fixed_text(type.id())) throw text_error("its values have");
  if (H5Tget_strpad(type.id()) == H5T_STR_NULLTERM || !has_any_nul_inside(attribute, type.id())) {
    return;
  }
  throw Error(ErrorCode::unsupported,
              "one of its strings has a NUL inside, where netCDF's strings end; delete the "
              "attribute or write it otherwise, for example with h5py");
}

bool may_be_fixed_text(const model::Attribute& attribute) {
  return may_be_fixed_text(*attribute.values->type());
}

void require_whole(const Survey& survey, const std::string& object,
                   const std::vector<model::Attribute>& attributes) {
  for (const model::Attribute& one : attributes) {
    if (!may_be_fixed_text(one)) continue;
    ErrorCapture quiet;
    const Handle attribute(H5Aopen_by_name(survey.file().id(), object.c_str(), one.name.c_str(),
                                           H5P_DEFAULT, H5P_DEFAULT),
                           &H5Aclose);
    if (attribute.id() < 0) continue;  // libnetcdf makes some attributes itself
    base::at_place([&] { return "attribute " + one.name; }, [&] { require_whole(attribute.id()); });
  }
}

}  // namespace

void require_whole_attributes(const Survey& survey, const model::Schema& schema) {
  const ErrorCapture capture;
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    base::at_place(
        [&] { return "group " + schema.group_path(id); },
        [&] { require_whole(survey, schema.group_path(id), schema.groups[id].attributes); });
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const auto& attributes = schema.variables[id].attributes;
    if (std::none_of(attributes.begin(), attributes.end(), [](const model::Attribute& attribute) {
          return may_be_fixed_text(attribute);
        })) {
      continue;
    }
    base::at_place([&] { return "variable " + schema.variable_path(id); },
                   [&] { require_whole(survey, survey.path_of(schema, id), attributes); });
  }
}

}  // namespace ncf::store::hdf5
