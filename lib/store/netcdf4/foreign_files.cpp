// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/foreign_files.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "base/text/characters.hpp"
#include "base/threads/machine.hpp"
#include "hdf5/library/calls.hpp"
#include "hdf5/properties/creation_properties.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::ErrorCapture;
using hdf5::Handle;
namespace fs = std::filesystem;

constexpr std::string_view origin = "${ORIGIN}";

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

std::string absolute_name(const fs::path& path) {
  std::error_code removed;
  return fs::absolute(path, removed).string();
}

std::uint64_t dataset_bytes(const Handle& dataset) {
  const Handle space(call(H5Dget_space, dataset.id()), &H5Sclose);
  const Handle type(call(H5Dget_type, dataset.id()), &H5Tclose);
  std::uint64_t bytes = 0;
  const bool is_too_many = __builtin_mul_overflow(
      static_cast<std::uint64_t>(call(H5Sget_simple_extent_npoints, space.id())),
      std::uint64_t{H5Tget_size(type.id())}, &bytes);
  return is_too_many ? UINT64_MAX : bytes;
}

/// Returns why a range of a file cannot be read in full. bytes: those that are needed.
std::optional<std::string> why_not_read(const fs::path& file, std::uint64_t begin,
                                        std::uint64_t bytes) {
  std::error_code failure;
  const fs::file_status status = fs::status(file, failure);
  if (status.type() == fs::file_type::not_found) return "does not exist";
  if (failure) return "cannot be opened: " + failure.message();
  if (status.type() != fs::file_type::regular) return "is not a file";
  const std::uint64_t there = fs::file_size(file, failure);
  if (failure) return "cannot be opened: " + failure.message();
  if (there >= begin && there - begin >= bytes) return std::nullopt;
  return fmt::format("is too short: its bytes {} to {} are values, but it has only {} bytes", begin,
                     begin + bytes, there);
}

/// Returns why libhdf5 did not open a file. text: its message.
std::string why_refused(const fs::path& file, const std::string& text) {
  const ErrorCapture quiet;
  if (H5Fis_hdf5(file.c_str()) == 0) return "is not an HDF5 file";
  return fmt::format("cannot be opened: {}", hdf5::error_of(text).what());
}

/// Returns whether a mapping of a virtual dataset selects anything.
bool has_elements(hid_t properties, std::size_t mapping) {
  const Handle space(call(H5Pget_virtual_vspace, properties, mapping), &H5Sclose);
  const ErrorCapture quiet;  // an unlimited selection has no number of points
  return H5Sget_select_npoints(space.id()) != 0;
}

/// Returns how many source files stay open: a quarter of the files that a process may have open.
std::size_t max_source_files() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return std::max<std::size_t>(limit.rlim_cur / 4, 1);
}

}  // namespace

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

// ---- Places of other files ----

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
  const std::string prefix = base::environment_variable("HDF5_VDS_PREFIX");
  for (const std::string& folder : base::split(prefix, ':')) {
    if (!folder.empty()) places.push_back(folder / relative);
  }
  if (const auto folder = folder_of_prefix(prefix, reader)) places.push_back(*folder / relative);
  places.push_back(folder_of_reader(reader) / relative);
  places.push_back(relative);
  std::error_code unknown;
  const fs::path actual = fs::canonical(reader, unknown);
  if (!unknown) places.push_back(actual.parent_path() / relative);
  return places;
}

fs::path external_place(const fs::path& name, const fs::path& reader) {
  const auto folder = folder_of_prefix(base::environment_variable("HDF5_EXTFILE_PREFIX"), reader);
  return folder ? *folder / name : name;
}

// ---- Links to other files ----

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

// ---- Values in other files ----

// Until a dataset has been looked at, it counts as a source of itself, which is what it is if it is
// found again; libhdf5 would not end.
const ForeignValues::Found& ForeignValues::look(const Handle& dataset, const Handle& properties) {
  static const Found none;
  if (hdf5::layout_of(properties.id()) != model::Layout::other) return none;
  const auto [known, is_new] = known_.try_emplace(files_.identify(dataset));
  if (!is_new) return known->second;
  known->second.missing = "a virtual dataset, which is a source of itself";
  Found found;
  H5Pget_layout(properties.id()) == H5D_VIRTUAL ? look_at_sources(dataset, properties.id(), found)
                                                : look_at_bytes(dataset, properties.id(), found);
  return known->second = std::move(found);
}

void ForeignValues::look_at_sources(const Handle& dataset, hid_t properties, Found& found) {
  const std::size_t count = hdf5::virtual_count(properties);
  Source last;
  for (std::size_t i = 0; i < count && !found.missing; ++i) {
    Source names = hdf5::virtual_source(properties, i);
    if (names == last || !has_elements(properties, i)) continue;
    look_at_source(dataset, names, found);
    last = std::move(names);
  }
}

// By default, libhdf5 ends a series of blocks before the first one that is missing.
void ForeignValues::look_at_source(const Handle& dataset, const Source& names, Found& found) {
  const bool is_series = has_blocks(names.file) || has_blocks(names.dataset);
  for (std::size_t block = 0; block == 0 || is_series; ++block) {
    OpenSource source = open_source(
        dataset, {name_of_block(names.file, block), name_of_block(names.dataset, block)}, found);
    if (!source.dataset) {
      if (block == 0) found.missing = std::move(source.missing);
      return;
    }
    const Found& inner = look(*source.dataset, hdf5::creation_properties_of(*source.dataset));
    found.files.insert(inner.files.begin(), inner.files.end());
    found.missing = inner.missing;
    if (found.missing) return;
  }
}

ForeignValues::OpenSource ForeignValues::open_source(const Handle& dataset, const Source& source,
                                                     Found& found) {
  const Handle own_file(call(H5Iget_file_id, dataset.id()), &H5Fclose);
  const bool is_here = source.file == hdf5::same_file;
  if (!is_here) {
    const SourceFile& file = file_of(dataset, source.file);
    if (!file.handle) return {{}, fmt::format("{}, which {}", source.file, file.reason)};
    found.files.insert(file.path);
  }
  const Handle& file = is_here ? own_file : *file_of(dataset, source.file).handle;
  const LinkAccess links(H5P_DATASET_ACCESS, /*follow_external=*/true);
  const ErrorCapture capture;
  Handle opened(H5Dopen2(file.id(), source.dataset.c_str(), links.id()), &H5Dclose);
  if (opened.id() < 0) {
    return {
        {},
        fmt::format("the dataset {}{}, which cannot be opened: {}", source.dataset,
                    is_here ? "" : " of " + source.file, hdf5::error_of(capture.text()).what())};
  }
  // Links may lead to further files.
  std::set<std::string> names = links.passed_files();
  names.insert(hdf5::file_name_of(opened));
  names.erase(hdf5::file_name_of(dataset));
  for (const std::string& name : names) found.files.insert(absolute_name(name));
  return {std::move(opened), {}};
}

const ForeignValues::SourceFile& ForeignValues::file_of(const Handle& dataset,
                                                        const std::string& name) {
  const std::string reader = hdf5::file_name_of(dataset);
  const auto known = source_files_.find({reader, name});
  if (known != source_files_.end()) return known->second;
  if (source_files_.size() >= max_source_files()) source_files_.clear();
  SourceFile& file = source_files_[{reader, name}];
  const Handle own_file(call(H5Iget_file_id, dataset.id()), &H5Fclose);
  const Handle access(call(H5Fget_access_plist, own_file.id()), &H5Pclose);
  for (const fs::path& place : virtual_places(name, reader)) {
    const auto unreadable = why_not_read(place, 0, 0);
    if (unreadable == "does not exist") continue;
    const ErrorCapture capture;
    const hid_t opened =
        unreadable ? H5I_INVALID_HID : H5Fopen(place.c_str(), H5F_ACC_RDONLY, access.id());
    if (opened >= 0) {
      file.handle.emplace(opened, &H5Fclose);
      file.path = absolute_name(place);
      return file;
    }
    if (file.reason.empty()) {
      file.reason = unreadable ? *unreadable : why_refused(place, capture.text());
    }
  }
  if (file.reason.empty()) file.reason = "does not exist";
  return file;
}

void ForeignValues::look_at_bytes(const Handle& dataset, hid_t properties, Found& found) {
  const std::string reader = hdf5::file_name_of(dataset);
  std::uint64_t left = dataset_bytes(dataset);
  for (const hdf5::ExternalRange& range : hdf5::external_ranges(properties)) {
    const fs::path place = external_place(range.file, reader);
    found.files.insert(absolute_name(place));
    const std::uint64_t bytes = std::min(left, range.bytes);
    left -= bytes;
    if (bytes == 0) continue;
    if (const auto reason = why_not_read(place, range.begin, bytes)) {
      found.missing = fmt::format("{}, which {}", range.file, *reason);
      return;
    }
  }
}

}  // namespace ncf::store::netcdf4
