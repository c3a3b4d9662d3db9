// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/availability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/threads/library_call.hpp"
#include "base/threads/machine.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"
#include "plugin/folders.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/loader.hpp"
#include "plugin/registration_adapter.hpp"

namespace ncf {
namespace plugin {
namespace {

// ---- The error for a missing filter ----

std::string_view why_unreadable(const std::string& folder) {
  std::error_code unreadable;
  return std::filesystem::exists(folder, unreadable) ? ", cannot be read" : ", no such folder";
}

std::string describe_folders() {
  const std::vector<PluginFolder> folders = plugin_folders();
  std::size_t width = 0;
  for (const PluginFolder& folder : folders) width = std::max(width, folder.path.size());
  std::string text;
  for (const PluginFolder& folder : folders) {
    text += fmt::format("\n    {:<{}}  {}{}", folder.path, width, describe(folder.origin),
                        folder.readable ? "" : why_unreadable(folder.path));
  }
  return text;
}

// Describes libraries that cannot be loaded, because one of them may be the missing plugin and
// libhdf5 skips it silently. Libraries named after other filters are left out.
std::string describe_unusable_libraries(std::uint32_t id) {
  std::string text;
  for (const PluginLibrary& library : survey_libraries()) {
    if (library.verdict != LibraryVerdict::failed) continue;
    if (!is_named_after(library.path, id) && !filters_named_by(library.path).empty()) continue;
    text += fmt::format("\n  cannot be used: {}: {}", library.path, library.reason);
  }
  return text;
}

std::string describe_providers(std::uint32_t id) {
  const filter::FilterFacts* facts = filter::find_filter(id);
  const std::string providers = facts == nullptr ? std::string() : filter::providers_of(*facts);
  return providers.empty() ? providers : fmt::format("\n  provided by: {}", providers);
}

std::string_view who_forbids_plugins() {
  return base::environment_variable("HDF5_PLUGIN_PRELOAD") == "::"
             ? "HDF5_PLUGIN_PRELOAD is \"::\", so HDF5 loads no plugins"
             : "this program forbids HDF5 to load plugins";
}

/// Makes an Error(not_found) naming the filter, the searched folders, libraries that cannot be
/// loaded, and what would provide the filter. throws: as survey_libraries.
MissingFilter missing_filter(std::uint32_t id) {
  std::string text = fmt::format("{} is not available", filter::filter_title(id));
  if (hdf5_loads_plugins()) {
    text += fmt::format("\n  searched:{}{}", describe_folders(), describe_unusable_libraries(id));
  } else {
    text += fmt::format("\n  {}", who_forbids_plugins());
  }
  return {ErrorCode::not_found, text + describe_providers(id)};
}

/// Makes an Error(unsupported) naming filter and library. library: may be empty.
MissingFilter half_filter(std::uint32_t id, filter::FilterUse use, const std::string& library) {
  const bool encoding = use == filter::FilterUse::encode;
  std::string text =
      fmt::format("{} cannot {} here; it was built to {} only", filter::filter_title(id),
                  encoding ? "write" : "read", encoding ? "read" : "write");
  if (!library.empty()) text += fmt::format("\n  library: {}", library);
  return {ErrorCode::unsupported, std::move(text)};
}

/// The libraries of filters that were registered here.
std::map<std::uint32_t, std::string>& registered_libraries() {
  static std::map<std::uint32_t, std::string> libraries;
  return libraries;
}

// libhdf5 does not report where another filter came from: it is the first loaded library, in search
// order, that provides the filter. libhdf5's own filters come from no plugin, whatever libraries
// claim.
std::string library_of(std::uint32_t id) {
  if (id < filter::first_registered_id) return {};
  const auto registered = registered_libraries().find(id);
  const bool is_of_program = class_of_program(id) != nullptr;
  if (!is_of_program && registered != registered_libraries().end()) return registered->second;
  return find_loaded_library(id).value_or("");
}

// We search ourselves because libhdf5 opens every library until it finds the filter, ignores filter
// classes of version 1, and abandons the search, later folders included, at a dangling link. Only
// libhdf5 itself can register ids that are reserved for its own filters.
bool register_where_found(std::uint32_t id) {
  if (id >= filter::first_registered_id) {
    const void* filter_class = class_of_program(id);
    if (filter_class == nullptr) {
      if (const auto loaded = load_filter(id)) {
        filter_class = loaded->filter.address;
        registered_libraries()[id] = loaded->library;
      }
    }
    if (filter_class == nullptr) return false;
    register_filter_class(filter_class);
  } else if (!load_own_filter(id)) {
    return false;
  }
  forget_placeholder(id);
  return true;
}

std::optional<FilterAvailability> find_registered(std::uint32_t id) {
  ensure_search_path();
  return is_placeholder(id) ? std::nullopt : find_in_libhdf5(id);
}

/// Registers the filter if necessary. The result lacks the library's path, which is slow to find.
std::optional<FilterAvailability> find_filter_class(std::uint32_t id) {
  auto found = find_registered(id);
  if (!found && register_where_found(id)) found = find_registered(id);
  return found;
}

}  // namespace

bool register_missing(std::uint32_t id) { return !find_registered(id) && register_where_found(id); }

bool can_decode(std::uint32_t id) {
  const auto found = find_filter_class(id);
  return found && found->decode;
}

void require_filter(std::uint32_t id, FilterUse use, const std::string& variable) {
  try {
    const auto found = find_filter_class(id);
    if (!found) throw missing_filter(id);
    const bool is_able = use == FilterUse::encode ? found->encode : found->decode;
    if (!is_able) throw half_filter(id, use, library_of(id));
  } catch (Error& error) {
    if (!variable.empty()) error.add_context("variable " + variable);
    throw;
  }
}

}  // namespace plugin

std::optional<FilterAvailability> find_availability(std::uint32_t id) {
  return base::library_call([&] {
    auto found = plugin::find_filter_class(id);
    if (found) found->library = plugin::library_of(id);
    return found;
  });
}

}  // namespace ncf
