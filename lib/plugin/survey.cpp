// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "base/child_process.hpp"
#include "plugin/elf_check.hpp"
#include "plugin/inspect.hpp"
#include "plugin/library_json.hpp"

namespace ncf {
namespace plugin {
namespace {

PluginLibrary unusable(std::string path, LibraryVerdict verdict, std::string reason) {
  PluginLibrary library;
  library.path = std::move(path);
  library.verdict = verdict;
  library.reason = std::move(reason);
  return library;
}

PluginLibrary inspect_in_child(const std::string& path) {
  // What needs no loading needs no child.
  if (std::string reason = why_not_loadable(path); !reason.empty()) {
    return unusable(path, LibraryVerdict::failed, std::move(reason));
  }
  const base::ChildResult result = base::run_in_child([&] {
    constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
    return to_json(inspect_library(path)).dump(-1, ' ', false, replace);
  });
  if (!result.failure.empty()) {
    return unusable(path, LibraryVerdict::failed, result.failure + " when it is loaded");
  }
  return library_from_json(nlohmann::ordered_json::parse(result.text));
}

// The file behind `libz.so -> libz.so.1`, or the name itself where a link leads nowhere.
std::string resolved(const std::string& path) {
  std::error_code failed;
  const auto target = std::filesystem::canonical(path, failed);
  return failed ? path : target.string();
}

}  // namespace
}  // namespace plugin

std::vector<PluginLibrary> survey_libraries() {
  std::vector<PluginLibrary> libraries;
  std::map<std::string, std::string> seen;  // file -> the first name it was met by
  for (const PluginFolder& folder : plugin_folders()) {
    for (const std::string& path : plugin::library_files(folder.path)) {
      const auto [first, is_new] = seen.try_emplace(plugin::resolved(path), path);
      libraries.push_back(is_new ? plugin::inspect_in_child(path)
                                 : plugin::unusable(path, LibraryVerdict::ignored,
                                                    "another name of " + first->second));
    }
  }
  return libraries;
}

}  // namespace ncf
