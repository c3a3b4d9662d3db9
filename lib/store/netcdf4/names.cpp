// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/names.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "ncf/error.hpp"

namespace ncf::store::netcdf4 {
namespace {

constexpr std::size_t max_bytes = 256;
constexpr std::string_view no_coordinate_prefix = "_nc4_non_coord_";

constexpr std::array<std::string_view, 17> reserved_names{
    "CLASS",          "DIMENSION_LIST",     "NAME",
    "REFERENCE_LIST", "_ARRAY_DIMENSIONS",  "_Format",
    "_IsNetcdf4",     "_NCProperties",      "_Netcdf4Coordinates",
    "_Netcdf4Dimid",  "_SuperblockVersion", "_nc3_strict",
    "_Codecs",        "_NCZARR_ATTR",       "_NCZARR_GROUP",
    "_NCZARR_ARRAY",  "_NCZARR_SUPERBLOCK"};

bool may_begin(char c) {
  return base::is_letter(c) || base::is_digit(c) || c == '_' ||
         static_cast<unsigned char>(c) > 0x7F;
}

bool is_forbidden(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F || c == '/';
}

const char* fault_of(const std::string& name) {
  if (name.empty()) return "it has no name";
  if (name.size() > max_bytes) return "netCDF's names have at most 256 bytes";
  if (!may_begin(name.front())) {
    return "netCDF's names begin with a letter, a digit or an underscore";
  }
  if (name.back() == ' ') return "netCDF's names do not end with a blank";
  if (std::any_of(name.begin(), name.end(), is_forbidden)) {
    return "netCDF's names have no slashes and no control characters";
  }
  if (!base::is_utf8(name)) return "netCDF's names are UTF-8";
  return nullptr;
}

}  // namespace

bool is_name(const std::string& name) { return fault_of(base::to_nfc(name)) == nullptr; }

std::string name_in_file(const std::string& name) {
  std::string in_file = base::to_nfc(name);
  if (const char* fault = fault_of(in_file)) throw Error(ErrorCode::unsupported, fault);
  return in_file;
}

std::optional<model::DimensionId> dimension_of_scale(const model::Schema& schema,
                                                     const model::Variable& variable) {
  if (variable.is_scalar()) return std::nullopt;
  const model::DimensionId first = variable.dimensions.front();
  const model::Dimension& dimension = schema.dimensions[first];
  const bool is_scale = dimension.group == variable.group && dimension.name == variable.name;
  return is_scale ? std::optional(first) : std::nullopt;
}

bool has_no_coordinate_prefix(std::string_view name) noexcept {
  return name.starts_with(no_coordinate_prefix) && name.size() > no_coordinate_prefix.size();
}

// A name that begins with the prefix gets it a second time, because reading removes it once.
std::string dataset_name(const std::string& variable, bool is_taken) {
  const std::string name = name_in_file(variable);
  if (!is_taken && !has_no_coordinate_prefix(name)) return name;
  return name_in_file(std::string(no_coordinate_prefix) + name);
}

std::string variable_name(const std::string& dataset) {
  return has_no_coordinate_prefix(dataset) ? dataset.substr(no_coordinate_prefix.size()) : dataset;
}

bool is_reserved_attribute(std::string_view name) {
  return std::find(reserved_names.begin(), reserved_names.end(), name) != reserved_names.end();
}

std::string attribute_name_in_file(const std::string& name) {
  if (is_reserved_attribute(name)) {
    throw Error(ErrorCode::unsupported, "netCDF gives attributes with this name a special meaning");
  }
  return name_in_file(name);
}

}  // namespace ncf::store::netcdf4
