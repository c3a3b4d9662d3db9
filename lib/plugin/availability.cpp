// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/availability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/build_config.hpp"
#include "filter/registry.hpp"
#include "ncf/error.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/inspect.hpp"
#include "plugin/loader.hpp"
#include "plugin/named_after.hpp"
#include "plugin/registration.hpp"
#include "plugin/search_path.hpp"
#include "plugin/shared_library.hpp"
#include "plugin/stand_in_adapter.hpp"

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

// The folders in force. libhdf5 has one list for the whole process, so there is one of these.
class Folders {
 public:
  static Folders& of_process() {
    static Folders folders;
    return folders;
  }

  void set(const std::vector<std::string>& options) {
    const SearchInputs inputs{
        options, environment("HDF5_PLUGIN_PATH"),
        find_own_folder(own_library_path(), NCF_PLUGIN_INSTALL_DIR, exists_on_disk),
        hdf5_default_folder()};
    std::vector<PluginFolder> folders = search_path(inputs, is_readable_folder);
    std::vector<std::string> readable;
    for (const PluginFolder& folder : folders) {
      if (folder.readable) readable.push_back(folder.path);
    }
    hand_to_libhdf5(readable);
    folders_ = std::move(folders);
  }

  const std::vector<PluginFolder>& get() {
    if (folders_.empty()) set({});
    return folders_;
  }

 private:
  std::vector<PluginFolder> folders_;  // empty until first set: our own is always on the list
};

bool is_library_of(const SharedLibrary& library, std::uint32_t id) {
  try {
    const LibraryInterfaces found = ask_library(library);
    return found.filter && found.filter->facts.id == id;
  } catch (const Error&) {
    return false;
  }
}

// libhdf5 does not tell where a filter came from: it is the first loaded library, in the order of
// the search, that says it is that filter.
std::string library_of(std::uint32_t id) {
  for (const std::string& folder : searched_folders()) {
    for (const std::string& file : likely_first(library_files(folder), id)) {
      const auto library = SharedLibrary::find_loaded(file);
      if (library && is_library_of(*library, id)) return file;
    }
  }
  return {};
}

// What libhdf5 has not got, or a stand-in of: a program's own filter, or that of a plugin. Searched
// here, because libhdf5 opens every library until it meets the filter, passes over classes of
// version 1, and gives up, later folders and all, at a link that leads nowhere.
bool register_where_found(std::uint32_t id) {
  const void* filter_class = class_of_program(id);
  if (filter_class == nullptr) {
    if (const auto loaded = load_filter(id)) filter_class = loaded->filter.address;
  }
  if (filter_class == nullptr) return false;
  register_filter_class(filter_class);
  return true;
}

std::string_view why_unreadable(const std::string& folder) {
  return exists_on_disk(folder) ? ", cannot be read" : ", no such folder";
}

std::string describe_folders(const std::vector<PluginFolder>& folders) {
  std::size_t width = 0;
  for (const PluginFolder& folder : folders) width = std::max(width, folder.path.size());
  std::string text;
  for (const PluginFolder& folder : folders) {
    text += fmt::format("\n    {:<{}}  {}{}", folder.path, width, describe(folder.origin),
                        folder.readable ? "" : why_unreadable(folder.path));
  }
  return text;
}

// A plugin that is there but cannot be loaded may be the one that is missed, and libhdf5 passes
// over it without a word.
std::string describe_unusable_libraries() {
  std::string text;
  for (const PluginLibrary& library : survey_libraries()) {
    if (library.verdict != LibraryVerdict::failed) continue;
    text += fmt::format("\n  cannot be used: {}: {}", library.path, library.reason);
  }
  return text;
}

std::string describe_providers(std::uint32_t id) {
  const filter::FilterFacts* facts = filter::find_filter(id);
  const std::string providers = facts == nullptr ? std::string() : filter::providers_of(*facts);
  return providers.empty() ? providers : fmt::format("\n  provided by: {}", providers);
}

Error missing_filter(const FilterNeed& need) {
  std::string text = fmt::format("{} is not available", filter_title(need.id));
  if (!hdf5_loads_plugins()) {
    text += environment("HDF5_PLUGIN_PRELOAD") == "::"
                ? "\n  HDF5_PLUGIN_PRELOAD is \"::\", so HDF5 loads no plugins"
                : "\n  this program forbids HDF5 to load plugins";
  } else {
    text += fmt::format("\n  searched:{}{}", describe_folders(Folders::of_process().get()),
                        describe_unusable_libraries());
  }
  return {ErrorCode::not_found, text + describe_providers(need.id)};
}

Error half_filter(const FilterNeed& need, const FilterAvailability& found) {
  const bool encoding = need.use == FilterUse::encode;
  std::string text = fmt::format("{} cannot {} here, it is built to {} only", filter_title(need.id),
                                 encoding ? "write" : "read", encoding ? "read" : "write");
  if (!found.library.empty()) text += fmt::format("\n  library: {}", found.library);
  return {ErrorCode::unsupported, std::move(text)};
}

[[noreturn]] void throw_with_variable(Error error, const std::string& variable) {
  if (!variable.empty()) error.add_context("variable " + variable);
  throw error;
}

}  // namespace

std::string filter_title(std::uint32_t id) {
  const filter::FilterFacts* facts = filter::find_filter(id);
  return facts == nullptr ? fmt::format("filter {}", id)
                          : fmt::format("filter {} ({})", id, facts->name);
}

void ensure_search_path() { Folders::of_process().get(); }

namespace {

/// Without the library, which takes longest to find.
std::optional<FilterAvailability> find_filter_class(std::uint32_t id) {
  ensure_search_path();
  if (is_stand_in(id)) {
    if (!register_where_found(id)) return std::nullopt;
    forget_stand_in(id);
  }
  if (const auto found = find_in_libhdf5(id)) return found;
  return register_where_found(id) ? find_in_libhdf5(id) : std::nullopt;
}

}  // namespace

void require_filter(const FilterNeed& need) {
  const auto found = find_filter_class(need.id);
  if (!found) throw_with_variable(missing_filter(need), need.variable);
  const bool is_able = need.use == FilterUse::encode ? found->encode : found->decode;
  if (!is_able) throw_with_variable(half_filter(need, *find_availability(need.id)), need.variable);
}

}  // namespace plugin

void set_plugin_path(const std::vector<std::string>& folders) {
  plugin::Folders::of_process().set(folders);
}

std::vector<PluginFolder> plugin_folders() { return plugin::Folders::of_process().get(); }

std::optional<FilterAvailability> find_availability(std::uint32_t id) {
  auto found = plugin::find_filter_class(id);
  if (found) found->library = plugin::library_of(id);
  return found;
}

}  // namespace ncf
