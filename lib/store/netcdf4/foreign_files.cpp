// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/foreign_files.hpp"

#include <sys/types.h>

#include <utility>

#include "hdf5/creation_properties.hpp"
#include "hdf5/text_of.hpp"

namespace ncf::store::netcdf4 {

using hdf5::call;
using hdf5::ErrorCapture;
using hdf5::Handle;
namespace {

std::string external_file(hid_t properties, unsigned number) {
  std::string name(4096, '\0');
  off_t offset = 0;
  hsize_t bytes = 0;
  call(H5Pget_external, properties, number, name.size() - 1, name.data(), &offset, &bytes);
  return name.substr(0, name.find('\0'));
}

std::string virtual_file(hid_t properties, std::size_t number) {
  return hdf5::text_of([&](char* text, std::size_t bytes) {
    return call(H5Pget_virtual_filename, properties, number, text, bytes);
  });
}

std::size_t virtual_count(hid_t properties) {
  std::size_t count = 0;
  call(H5Pget_virtual_count, properties, &count);
  return count;
}

constexpr const char* same_file = ".";

}  // namespace

std::optional<std::string> ForeignFileFinder::find(hid_t properties) {
  if (H5Pget_layout(properties) == H5D_VIRTUAL) return find_virtual(properties);
  if (call(H5Pget_external_count, properties) > 0) return external_file(properties, 0);
  return std::nullopt;
}

std::optional<std::string> ForeignFileFinder::find_virtual(hid_t properties) {
  const std::size_t count = virtual_count(properties);
  for (std::size_t i = 0; i < count; ++i) {
    auto file = virtual_file(properties, i);
    if (file != same_file) return file;
    auto found = find_source(hdf5::text_of([&](char* text, std::size_t bytes) {
      return call(H5Pget_virtual_dsetname, properties, i, text, bytes);
    }));
    if (found) return found;
  }
  return std::nullopt;
}

// A source in the same file may itself be virtual. A name pattern may match any dataset, so it
// counts as foreign.
std::optional<std::string> ForeignFileFinder::find_source(const std::string& name) {
  if (name.find('%') != std::string::npos) return name;
  const auto [known, is_new] = known_.try_emplace(name);
  if (!is_new) return known->second;
  ErrorCapture quiet;
  const Handle source(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), &H5Dclose);
  if (source.id() < 0) return std::nullopt;
  const Handle properties = hdf5::creation_properties_of(source);
  return known->second = find(properties.id());
}

std::vector<std::string> names_of_foreign_files(hid_t properties) {
  std::vector<std::string> names;
  if (H5Pget_layout(properties) == H5D_VIRTUAL) {
    const std::size_t count = virtual_count(properties);
    for (std::size_t i = 0; i < count; ++i) {
      auto name = virtual_file(properties, i);
      if (name != same_file) names.push_back(std::move(name));
    }
    return names;
  }
  const int count = call(H5Pget_external_count, properties);
  for (int i = 0; i < count; ++i) {
    names.push_back(external_file(properties, static_cast<unsigned>(i)));
  }
  return names;
}

bool is_length_elsewhere(hid_t properties) {
  if (H5Pget_layout(properties) != H5D_VIRTUAL) return false;
  const std::size_t count = virtual_count(properties);
  for (std::size_t i = 0; i < count; ++i) {
    const Handle space(call(H5Pget_virtual_vspace, properties, i), &H5Sclose);
    ErrorCapture quiet;
    if (H5Sget_select_npoints(space.id()) < 0) return true;
  }
  return false;
}

}  // namespace ncf::store::netcdf4
