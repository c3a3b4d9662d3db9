// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/foreign_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "hdf5/properties/creation_properties.hpp"

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

namespace {

namespace fs = std::filesystem;

constexpr std::string_view origin = "${ORIGIN}";

/// Returns the value of a variable of the environment; empty if it is not set.
std::string_view setting(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

/// Returns the folder of a file, which ends with a slash. libhdf5 does not follow links here.
std::string folder_of_reader(const fs::path& reader) {
  std::error_code removed;
  return (fs::absolute(reader, removed).parent_path() / "").string();
}

/// Returns the folder that a prefix means, in which only a leading "${ORIGIN}" is special.
std::optional<fs::path> folder_of_prefix(std::string_view prefix, const fs::path& reader) {
  if (prefix.empty() || prefix == ".") return std::nullopt;
  if (!prefix.starts_with(origin)) return prefix;
  return folder_of_reader(reader).append(prefix.substr(origin.size()));
}

/// Returns the parts between colons that are not empty.
std::vector<fs::path> split(std::string_view list) {
  std::vector<fs::path> parts;
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(':'));
    if (!part.empty()) parts.emplace_back(part);
    list.remove_prefix(std::min(part.size() + 1, list.size()));
  }
  return parts;
}

}  // namespace

bool has_blocks(std::string_view name) {
  for (std::size_t i = name.find('%'); i < name.size(); i = name.find('%', i + 2)) {
    if (name.substr(i, 2) == "%b") return true;
  }
  return false;
}

std::string name_of_block(std::string_view name, std::size_t block) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::string_view pair = name.substr(i, 2);
    if (pair == "%b") {
      result += std::to_string(block);
      ++i;
    } else {
      result += name[i];
      if (pair == "%%") ++i;
    }
  }
  return result;
}

// A list in the environment is split first. Then libhdf5 takes all of it as one prefix again, in
// which it replaces "${ORIGIN}".
std::vector<fs::path> virtual_places(const fs::path& name, const fs::path& reader) {
  std::vector<fs::path> places;
  if (name.is_absolute()) places.push_back(name);
  const fs::path relative = name.is_absolute() ? name.filename() : name;
  const std::string_view prefix = setting("HDF5_VDS_PREFIX");
  for (const fs::path& folder : split(prefix)) places.push_back(folder / relative);
  if (const auto folder = folder_of_prefix(prefix, reader)) places.push_back(*folder / relative);
  places.push_back(folder_of_reader(reader) / relative);
  places.push_back(relative);
  std::error_code unknown;
  const fs::path actual = fs::canonical(reader, unknown);
  if (!unknown) places.push_back(actual.parent_path() / relative);
  return places;
}

fs::path external_place(const fs::path& name, const fs::path& reader) {
  const auto folder = folder_of_prefix(setting("HDF5_EXTFILE_PREFIX"), reader);
  return folder ? *folder / name : name;
}

LinkAccess::LinkAccess(hid_t properties, bool follow_external)
    : properties_(hdf5::call(H5Pcreate, properties), &H5Pclose), follow_external_(follow_external) {
  hdf5::call(H5Pset_elink_cb, properties_.id(), &LinkAccess::decide, static_cast<void*>(this));
}

std::optional<LinkAccess::Target> LinkAccess::take_refused() noexcept {
  return std::exchange(refused_, std::nullopt);
}

herr_t LinkAccess::decide(const char* file, const char* /*group*/, const char* other_file,
                          const char* object, unsigned* /*flags*/, hid_t /*access*/,
                          void* self) noexcept {
  constexpr herr_t follow = 0;
  constexpr herr_t fail = -1;
  auto& links = *static_cast<LinkAccess*>(self);
  try {
    if (links.follow_external_) {
      links.passed_.emplace(file);
      return follow;
    }
    links.refused_.emplace(Target{other_file, object});
  } catch (const std::bad_alloc&) {
    hdf5::give_reason(H5E_RESOURCE, H5E_NOSPACE, "out of memory");
  }
  return fail;
}

}  // namespace ncf::store::netcdf4
