// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/foreign_places.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <system_error>

namespace ncf::store::netcdf4 {
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

}  // namespace ncf::store::netcdf4
