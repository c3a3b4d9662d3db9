// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <map>
#include <set>

#include "ncf/plugins.hpp"
#include "plugin/candidates.hpp"

namespace ncf {
namespace plugin {
namespace {

using Libraries = std::vector<const PluginLibrary*>;

Libraries in_order_for(std::uint32_t id, const std::vector<PluginLibrary>& libraries) {
  std::vector<std::string> folders;
  std::map<std::string, std::vector<std::string>> files;
  std::map<std::string, const PluginLibrary*> by_path;
  for (const PluginLibrary& library : libraries) {
    const std::string folder = std::filesystem::path(library.path).parent_path();
    if (!files.contains(folder)) folders.push_back(folder);
    files[folder].push_back(library.path);
    by_path[library.path] = &library;
  }
  Libraries ordered;
  visit_in_order(
      folders, [&](const std::string& folder) { return files[folder]; }, id,
      [&](const std::string& path) {
        ordered.push_back(by_path[path]);
        return false;
      });
  return ordered;
}

PairedFilter pair(std::uint32_t id, const Libraries& ordered) {
  const auto ask = [&](const char* /*entry_point*/, const auto& has_part) -> const PluginLibrary* {
    const auto found = std::ranges::find_if(
        ordered, [&](const PluginLibrary* library) { return has_part(*library); });
    return found == ordered.end() ? nullptr : *found;
  };
  const auto is_codec_of_it = [id](const CodecInterface& codec) { return codec.filter_id == id; };
  PairedFilter paired{.id = id};
  if (const PluginLibrary* library = first_with_filter(id, ask)) {
    paired.filter = library->filter;
    paired.filter_library = library->path;
  }
  if (const PluginLibrary* library = first_with_codec(is_codec_of_it, ask)) {
    paired.codec = *find_codec(*library, is_codec_of_it);
    paired.codec_library = library->path;
  }
  if (const PluginLibrary* library = first_with_kernel(id, ask)) {
    paired.kernel = library->kernel;
    paired.kernel_library = library->path;
  }
  // A default codec that is not needed is normal, so it is not reported as shadowed.
  const auto is_own_codec_of_it = [&](const CodecInterface& codec) {
    return !codec.is_default && is_codec_of_it(codec);
  };
  for (const PluginLibrary* library : ordered) {
    const std::string& path = library->path;
    if ((has_filter(*library, id) && path != paired.filter_library) ||
        (has_kernel(*library, id) && path != paired.kernel_library) ||
        (find_codec(*library, is_own_codec_of_it) != nullptr && path != paired.codec_library)) {
      paired.shadowed.push_back(path);
    }
  }
  return paired;
}

std::set<std::uint32_t> filter_ids(const std::vector<PluginLibrary>& libraries) {
  std::set<std::uint32_t> ids;
  for (const PluginLibrary& library : libraries) {
    if (library.filter) ids.insert(library.filter->id);
    for (const CodecInterface& codec : library.codecs) ids.insert(codec.filter_id);
    if (library.kernel) ids.insert(library.kernel->id);
  }
  return ids;
}

}  // namespace
}  // namespace plugin

std::vector<PairedFilter> pair_libraries(const std::vector<PluginLibrary>& libraries) {
  std::vector<PairedFilter> filters;
  for (const std::uint32_t id : plugin::filter_ids(libraries)) {
    filters.push_back(plugin::pair(id, plugin::in_order_for(id, libraries)));
  }
  return filters;
}

}  // namespace ncf
