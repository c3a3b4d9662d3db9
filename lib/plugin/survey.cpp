// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <map>
#include <system_error>

#include "base/threads/library_call.hpp"
#include "plugin/inspect.hpp"

namespace ncf {
namespace plugin {
namespace {

// Returns the target of a link (`libz.so -> libz.so.1`), or the link itself if it dangles.
std::string resolved(const std::string& path) {
  std::error_code failed;
  const auto target = std::filesystem::canonical(path, failed);
  return failed ? path : target.string();
}

PluginLibrary other_name(const std::string& path, const std::string& first) {
  PluginLibrary library;
  library.path = path;
  library.verdict = LibraryVerdict::ignored;
  library.reason = "another name of " + first;
  return library;
}

}  // namespace
}  // namespace plugin

std::vector<PluginLibrary> survey_libraries() {
  return base::library_call([&] {
    std::vector<PluginLibrary> libraries;
    std::map<std::string, std::string> seen;  // file -> the first name it was found under
    for (const PluginFolder& folder : plugin_folders()) {
      for (const std::string& path : plugin::library_files(folder.path)) {
        const auto [first, is_new] = seen.try_emplace(plugin::resolved(path), path);
        libraries.push_back(is_new ? plugin::inspect_library(path)
                                   : plugin::other_name(path, first->second));
      }
    }
    return libraries;
  });
}

}  // namespace ncf
