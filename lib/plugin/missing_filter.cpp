// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/missing_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "filter/registry.hpp"
#include "ncf/plugins.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/named_after.hpp"

namespace ncf::plugin {
namespace {

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

// A plugin that cannot be loaded may be the missing one, and libhdf5 skips it silently. A library
// named after another filter is not.
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
  const char* preload = std::getenv("HDF5_PLUGIN_PRELOAD");
  return preload != nullptr && std::string_view(preload) == "::"
             ? "HDF5_PLUGIN_PRELOAD is \"::\", so HDF5 loads no plugins"
             : "this program forbids HDF5 to load plugins";
}

}  // namespace

Error missing_filter(std::uint32_t id) {
  std::string text = fmt::format("{} is not available", filter::filter_title(id));
  if (hdf5_loads_plugins()) {
    text += fmt::format("\n  searched:{}{}", describe_folders(), describe_unusable_libraries(id));
  } else {
    text += fmt::format("\n  {}", who_forbids_plugins());
  }
  return {ErrorCode::not_found, text + describe_providers(id)};
}

Error half_filter(std::uint32_t id, filter::FilterUse use, const std::string& library) {
  const bool encoding = use == filter::FilterUse::encode;
  std::string text =
      fmt::format("{} cannot {} here; it was built to {} only", filter::filter_title(id),
                  encoding ? "write" : "read", encoding ? "read" : "write");
  if (!library.empty()) text += fmt::format("\n  library: {}", library);
  return {ErrorCode::unsupported, std::move(text)};
}

}  // namespace ncf::plugin
