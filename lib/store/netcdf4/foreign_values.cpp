// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/foreign_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "hdf5/text_of.hpp"
#include "store/netcdf4/foreign_places.hpp"
#include "store/netcdf4/link_access.hpp"

namespace ncf::store::netcdf4 {

using hdf5::call;
using hdf5::ErrorCapture;
using hdf5::Handle;
namespace fs = std::filesystem;
namespace {

/// Returns the name with which the file of an object was opened.
std::string opened_name(const Handle& object) {
  return hdf5::text_of(
      [&](char* text, std::size_t bytes) { return call(H5Fget_name, object.id(), text, bytes); });
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

}  // namespace

std::optional<std::string> ForeignValues::find_missing(const Handle& dataset,
                                                       const Handle& properties) {
  if (hdf5::layout_of(properties.id()) != model::Layout::other) return std::nullopt;
  H5O_info_t info;
  call(H5Oget_info2, dataset.id(), &info, unsigned{H5O_INFO_BASIC});
  const auto [known, is_new] = known_.try_emplace({opened_name(dataset), info.addr});
  if (!is_new) return known->second;
  return known->second = H5Pget_layout(properties.id()) == H5D_VIRTUAL
                             ? find_missing_source(dataset, properties.id())
                             : find_missing_bytes(dataset, properties.id());
}

std::optional<std::string> ForeignValues::find_missing_source(const Handle& dataset,
                                                              hid_t properties) {
  const std::size_t count = hdf5::virtual_count(properties);
  Source last;
  for (std::size_t i = 0; i < count; ++i) {
    Source names = hdf5::virtual_source(properties, i);
    if (names == last) continue;
    if (auto missing = find_missing_in(dataset, names)) return missing;
    last = std::move(names);
  }
  return std::nullopt;
}

// By default, libhdf5 ends a series of blocks before the first one that is missing.
std::optional<std::string> ForeignValues::find_missing_in(const Handle& dataset,
                                                          const Source& names) {
  const bool is_series = has_blocks(names.file) || has_blocks(names.dataset);
  for (std::size_t block = 0; block == 0 || is_series; ++block) {
    const Found found = open_source(
        dataset, {name_of_block(names.file, block), name_of_block(names.dataset, block)});
    if (!found.dataset) return block == 0 ? std::optional(found.missing) : std::nullopt;
    if (auto missing = find_missing(*found.dataset, hdf5::creation_properties_of(*found.dataset))) {
      return missing;
    }
  }
  return std::nullopt;
}

ForeignValues::Found ForeignValues::open_source(const Handle& dataset, const Source& source) {
  const bool is_here = source.file == hdf5::same_file;
  if (!is_here) {
    const auto reason = why_not_open(dataset, source.file);
    if (reason) return {{}, fmt::format("{}, which {}", source.file, *reason)};
  }
  const Handle own_file(call(H5Iget_file_id, dataset.id()), &H5Fclose);
  const Handle& file = is_here ? own_file : *last_file_;
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
  names.insert(opened_name(opened));
  names.erase(opened_name(dataset));
  for (const std::string& name : names) files_.insert(absolute_name(name));
  return {std::move(opened), {}};
}

/// Opens a source file as `last_file_`, or returns the reason why this fails.
std::optional<std::string> ForeignValues::why_not_open(const Handle& dataset,
                                                       const std::string& name) {
  const std::string reader = opened_name(dataset);
  if (last_file_ && last_name_ == std::pair(reader, name)) return std::nullopt;
  last_file_.reset();
  const Handle own_file(call(H5Iget_file_id, dataset.id()), &H5Fclose);
  const Handle access(call(H5Fget_access_plist, own_file.id()), &H5Pclose);
  std::string reason;
  for (const fs::path& place : virtual_places(name, reader)) {
    const auto unreadable = why_not_read(place, 0, 0);
    if (unreadable == "does not exist") continue;
    const ErrorCapture capture;
    const hid_t file =
        unreadable ? H5I_INVALID_HID : H5Fopen(place.c_str(), H5F_ACC_RDONLY, access.id());
    if (file >= 0) {
      last_file_.emplace(file, &H5Fclose);
      last_name_ = {reader, name};
      files_.insert(absolute_name(place));
      return std::nullopt;
    }
    if (reason.empty()) reason = unreadable ? *unreadable : why_refused(place, capture.text());
  }
  return reason.empty() ? "does not exist" : reason;
}

std::optional<std::string> ForeignValues::find_missing_bytes(const Handle& dataset,
                                                             hid_t properties) {
  const std::string reader = opened_name(dataset);
  std::uint64_t left = dataset_bytes(dataset);
  for (const hdf5::ExternalRange& range : hdf5::external_ranges(properties)) {
    const fs::path place = external_place(range.file, reader);
    files_.insert(absolute_name(place));
    const std::uint64_t bytes = std::min(left, range.bytes);
    left -= bytes;
    if (bytes == 0) continue;
    if (const auto reason = why_not_read(place, range.begin, bytes)) {
      return fmt::format("{}, which {}", range.file, *reason);
    }
  }
  return std::nullopt;
}

}  // namespace ncf::store::netcdf4
