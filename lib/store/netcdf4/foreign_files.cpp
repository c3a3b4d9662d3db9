// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/foreign_files.hpp"

#include "hdf5/properties/creation_properties.hpp"
#include "store/netcdf4/link_access.hpp"

namespace ncf::store::netcdf4 {

using hdf5::call;
using hdf5::ErrorCapture;
using hdf5::Handle;

std::optional<std::string> ForeignFileFinder::find(hid_t properties) {
  if (H5Pget_layout(properties) == H5D_VIRTUAL) return find_virtual(properties);
  if (call(H5Pget_external_count, properties) > 0) {
    return hdf5::external_ranges(properties).front().file;
  }
  return std::nullopt;
}

std::optional<std::string> ForeignFileFinder::find_virtual(hid_t properties) {
  const std::size_t count = hdf5::virtual_count(properties);
  for (std::size_t i = 0; i < count; ++i) {
    const hdf5::VirtualSource source = hdf5::virtual_source(properties, i);
    if (source.file != hdf5::same_file) return source.file;
    if (auto found = find_source(source.dataset)) return found;
  }
  return std::nullopt;
}

// A source in the same file may itself be virtual, or behind a link to another file. A name pattern
// may match any dataset, so it counts as foreign.
std::optional<std::string> ForeignFileFinder::find_source(const std::string& name) {
  if (name.find('%') != std::string::npos) return name;
  const auto [known, is_new] = known_.try_emplace(name);
  if (!is_new) return known->second;
  LinkAccess links(H5P_DATASET_ACCESS, /*follow_external=*/false);
  ErrorCapture quiet;
  const Handle source(H5Dopen2(file_, name.c_str(), links.id()), &H5Dclose);
  if (const auto refused = links.take_refused()) known->second = refused->file;
  if (source.id() < 0) return known->second;
  const Handle properties = hdf5::creation_properties_of(source);
  return known->second = find(properties.id());
}

bool is_length_elsewhere(hid_t properties) {
  if (H5Pget_layout(properties) != H5D_VIRTUAL) return false;
  const std::size_t count = hdf5::virtual_count(properties);
  for (std::size_t i = 0; i < count; ++i) {
    const Handle space(call(H5Pget_virtual_vspace, properties, i), &H5Sclose);
    ErrorCapture quiet;
    if (H5Sget_select_npoints(space.id()) < 0) return true;
  }
  return false;
}

}  // namespace ncf::store::netcdf4
