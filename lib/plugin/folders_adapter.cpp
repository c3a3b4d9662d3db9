// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/folders.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/library/build_config.hpp"
#include "base/process/libraries.hpp"
#include "base/threads/library_call.hpp"
#include "hdf5/library/plugin_folders.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/search_path.hpp"

namespace ncf {
namespace plugin {
namespace {

bool exists_on_disk(const std::string& path) {
  std::error_code unreadable;
  return std::filesystem::exists(path, unreadable);
}

bool is_readable_folder(const std::string& path) {
  std::error_code unreadable;
  const std::filesystem::directory_iterator entries(path, unreadable);
  return !unreadable;
}

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::vector<PluginFolder> find_folders(const std::vector<std::string>& options) {
  const SearchInputs inputs{
      options, environment("HDF5_PLUGIN_PATH"),
      find_own_folder(base::own_library_path(), NCF_PLUGIN_INSTALL_DIR, exists_on_disk),
      hdf5_default_folder()};
  return search_path(inputs, is_readable_folder);
}

std::vector<std::string>& folders_of_scopes() {
  static std::vector<std::string> folders;
  return folders;
}

// Empty only until first set, because our own folder is always in the list.
std::vector<PluginFolder>& folders_of_process() {
  static std::vector<PluginFolder> folders;
  return folders;
}

}  // namespace

void set_plugin_path(const std::vector<std::string>& folders) {
  std::vector<PluginFolder> found = find_folders(folders);
  std::vector<std::string> readable;
  for (const PluginFolder& folder : found) {
    if (folder.readable) readable.push_back(folder.path);
  }
  hdf5::set_plugin_folders(readable);
  folders_of_process() = std::move(found);
  folders_of_scopes() = folders;
}

void ensure_search_path() {
  if (folders_of_process().empty()) set_plugin_path({});
}

std::vector<std::string> searched_folders() {
  std::vector<std::string> folders;
  for (PluginFolder& folder : plugin_folders()) folders.push_back(std::move(folder.path));
  for (std::string& folder : hdf5::plugin_folders()) {
    if (std::find(folders.begin(), folders.end(), folder) == folders.end()) {
      folders.push_back(std::move(folder));
    }
  }
  return folders;
}

}  // namespace plugin

PluginPathScope::PluginPathScope(const std::vector<std::string>& folders)
    : outer_(base::library_call([] { return plugin::folders_of_scopes(); })) {
  std::vector<std::string> all = folders;
  all.insert(all.end(), outer_.begin(), outer_.end());
  base::library_call([&] { plugin::set_plugin_path(all); });
}

PluginPathScope::~PluginPathScope() {
  try {
    base::library_call([&] { plugin::set_plugin_path(outer_); });
  } catch (const std::exception&) {
    // libhdf5 refuses the old list, so it still searches the folders of this scope.
  }
}

std::vector<PluginFolder> plugin_folders() {
  return base::library_call([&] {
    plugin::ensure_search_path();
    return plugin::folders_of_process();
  });
}

}  // namespace ncf
