// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/search_path.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/text/characters.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

namespace ncf {

std::string_view describe(PluginFolderOrigin origin) noexcept {
  constexpr std::string_view names[] = {"--plugin-path", "HDF5_PLUGIN_PATH", "ncf's own",
                                        "HDF5's default"};
  return names[static_cast<std::size_t>(origin)];
}

}  // namespace ncf

namespace ncf::plugin {
namespace {

namespace fs = std::filesystem;

// Removes only what cannot change the meaning: "a/link/.." is kept, because a link may lead
// elsewhere.
std::string without_trailing_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

std::vector<std::string> split_at_colons(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(':'), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

class FolderList {
 public:
  explicit FolderList(const Probe& is_readable_folder) : is_readable_folder_(is_readable_folder) {}

  void add(std::string path, PluginFolderOrigin origin) {
    path = without_trailing_slash(std::move(path));
    const bool is_known =
        std::any_of(folders_.begin(), folders_.end(),
                    [&](const PluginFolder& folder) { return folder.path == path; });
    if (is_known) return;
    const bool readable = is_readable_folder_(path);
    folders_.push_back({std::move(path), origin, readable});
  }

  std::vector<PluginFolder> take() { return std::move(folders_); }

 private:
  const Probe& is_readable_folder_;
  std::vector<PluginFolder> folders_;
};

}  // namespace

std::vector<PluginFolder> search_path(const SearchInputs& inputs, const Probe& is_readable_folder) {
  FolderList folders(is_readable_folder);
  for (const std::string& option : inputs.options) {
    if (option.empty()) throw Error(ErrorCode::usage, "empty folder name in the plugin path");
    folders.add(option, PluginFolderOrigin::option);
  }
  if (inputs.environment) {
    for (std::string& part : split_at_colons(*inputs.environment)) {
      folders.add(std::move(part), PluginFolderOrigin::environment);
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

bool is_named_after(const std::string& path, std::uint32_t filter_id) {
  const std::string name = std::filesystem::path(path).filename();
  const auto holds = [&](std::string_view part) {
    return std::search(name.begin(), name.end(), part.begin(), part.end(), [](char a, char b) {
             return base::to_lower(a) == base::to_lower(b);
           }) != name.end();
  };
  if (holds(std::to_string(filter_id))) return true;
  const filter::FilterFacts* facts = filter::find_filter(filter_id);
  return facts != nullptr &&
         (holds(facts->name) || std::any_of(facts->aliases.begin(), facts->aliases.end(), holds));
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

}  // namespace ncf::plugin
