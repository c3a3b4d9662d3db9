// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/folders.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/library/build_config.hpp"
#include "base/process/libraries.hpp"
#include "base/text/characters.hpp"
#include "base/threads/library_call.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/library/library.hpp"
#include "ncf/error.hpp"
#include "plugin/h5z_adapter.hpp"

namespace ncf {
namespace plugin {
namespace {

namespace fs = std::filesystem;

// Removes only what cannot change the meaning: "a/link/.." is kept, because a link may lead
// elsewhere.
std::string without_trailing_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

class FolderList {
 public:
  explicit FolderList(const Probe& is_readable_folder) : is_readable_folder_(is_readable_folder) {}

  void add(std::string path, PluginFolderOrigin origin) {
    path = without_trailing_slash(std::move(path));
    const bool is_known = std::ranges::any_of(
        folders_, [&](const PluginFolder& folder) { return folder.path == path; });
    if (is_known) return;
    const bool readable = is_readable_folder_(path);
    folders_.push_back({std::move(path), origin, readable});
  }

  std::vector<PluginFolder> take() { return std::move(folders_); }

 private:
  const Probe& is_readable_folder_;
  std::vector<PluginFolder> folders_;
};

bool exists_on_disk(const std::string& path) {
  std::error_code unreadable;
  return fs::exists(path, unreadable);
}

bool is_readable_folder(const std::string& path) {
  std::error_code unreadable;
  const fs::directory_iterator entries(path, unreadable);
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

bool is_library_name(std::string_view name) {
  return name.substr(0, 3) == "lib" && name.find(".so") != std::string_view::npos;
}

// Returns whether this is a file that can be opened without waiting for a writer. A dangling link
// stays in the list so that it is reported.
bool may_be_library(const fs::directory_entry& entry) {
  std::error_code failed;
  const fs::file_status target = entry.status(failed);
  return !fs::exists(target) || fs::is_regular_file(target);
}

}  // namespace

std::vector<PluginFolder> search_path(const SearchInputs& inputs, const Probe& is_readable_folder) {
  FolderList folders(is_readable_folder);
  for (const std::string& option : inputs.options) {
    if (option.empty()) throw Error(ErrorCode::usage, "empty folder name in the plugin path");
    folders.add(option, PluginFolderOrigin::option);
  }
  if (inputs.environment) {
    for (std::string& part : base::split(*inputs.environment, ':')) {
      if (!part.empty()) folders.add(std::move(part), PluginFolderOrigin::environment);
    }
  }
  folders.add(inputs.own_folder, PluginFolderOrigin::own);
  const bool default_is_off = inputs.environment && inputs.environment->empty();
  if (!default_is_off && !inputs.hdf5_default.empty()) {
    folders.add(inputs.hdf5_default, PluginFolderOrigin::hdf5_default);
  }
  return folders.take();
}

std::string find_own_folder(std::string_view library, std::string_view install_folder,
                            const Probe& exists) {
  const fs::path here = fs::path(library).parent_path();
  const fs::path above = here.parent_path();
  std::string beside_library = here / "ncf/plugins";
  std::string below_prefix = above / install_folder;
  std::string build_tree = above / "plugins";
  if (exists(beside_library)) return beside_library;
  if (exists(below_prefix)) return below_prefix;
  if (exists(above / "CMakeCache.txt") && exists(build_tree)) return build_tree;
  return beside_library;
}

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
    if (std::ranges::find(folders, folder) == folders.end()) {
      folders.push_back(std::move(folder));
    }
  }
  return folders;
}

// ---- The files of a folder ----

std::vector<std::string> library_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (is_library_name(entry->path().filename().native()) && may_be_library(*entry)) {
      files.push_back(entry->path());
    }
  }
  std::ranges::sort(files);
  return files;
}

// ---- The file that probably contains a filter ----

bool is_named_after(const std::string& path, std::uint32_t filter_id) {
  const std::string name = fs::path(path).filename();
  const auto holds = [&](std::string_view part) {
    return std::search(name.begin(), name.end(), part.begin(), part.end(), [](char a, char b) {
             return base::to_lower(a) == base::to_lower(b);
           }) != name.end();
  };
  if (holds(std::to_string(filter_id))) return true;
  const filter::FilterFacts* facts = filter::find_filter(filter_id);
  return facts != nullptr && (holds(facts->name) || std::ranges::any_of(facts->aliases, holds));
}

std::vector<std::uint32_t> filters_named_by(const std::string& path) {
  std::vector<std::uint32_t> ids;
  for (const filter::FilterFacts& facts : filter::all_filters()) {
    if (!facts.providers.hdf5 && is_named_after(path, facts.id)) ids.push_back(facts.id);
  }
  return ids;
}

std::vector<std::string> likely_first(std::vector<std::string> files, std::uint32_t filter_id) {
  std::stable_partition(files.begin(), files.end(), [filter_id](const std::string& file) {
    return is_named_after(file, filter_id);
  });
  return files;
}

}  // namespace plugin

// ---- ncf/plugins.hpp ----

std::string_view describe(PluginFolderOrigin origin) noexcept {
  constexpr std::string_view names[] = {"--plugin-path", "HDF5_PLUGIN_PATH", "ncf's own",
                                        "HDF5's default"};
  return names[static_cast<std::size_t>(origin)];
}

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
