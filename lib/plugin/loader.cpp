// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/loader.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "filter/kernels/builtin.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"
#include "plugin/folders.hpp"
#include "plugin/inspect.hpp"
#include "plugin/shared_library.hpp"

namespace ncf {
namespace plugin {
namespace {

// ---- Candidates: which library provides which part of a filter ----
//
// A part comes from the first library that has it: folders in the order of the search, and in a
// folder, libraries named after the filter first. A filter class beside a kernel comes before all
// others, whatever their folders, because filters run by their kernels, and libhdf5 must run the
// same code. Default codecs come last.
//
// `ask(entry_point, has_part)` returns the first library in this order for which `has_part` is
// true, among those that may export the entry point; something false if there is none.

/// Calls `visit(path)` with libraries in order until it returns true. id: of the filter, if
/// libraries named after it come first. files_in: returns those of a folder, and is called as late
/// as possible.
template <class Files, class Visit>
void visit_in_order(const std::vector<std::string>& folders, const Files& files_in,
                    std::optional<std::uint32_t> id, const Visit& visit) {
  for (const std::string& folder : folders) {
    std::vector<std::string> files = files_in(folder);
    if (id) files = likely_first(std::move(files), *id);
    if (std::ranges::any_of(files, visit)) return;
  }
}

bool has_filter(const LibraryInterfaces& library, std::uint32_t id) {
  return library.filter && library.filter->facts.id == id;
}
bool has_filter(const PluginLibrary& library, std::uint32_t id) {
  return library.filter && library.filter->id == id;
}
bool has_kernel(const LibraryInterfaces& library, std::uint32_t id) {
  return library.kernel && library.kernel->id() == id;
}
bool has_kernel(const PluginLibrary& library, std::uint32_t id) {
  return library.kernel && library.kernel->id == id;
}

/// Returns the codec of a library that is wanted, or null. is_wanted: of CodecInterface.
template <class Wanted>
const CodecTable* find_codec(const LibraryInterfaces& library, const Wanted& is_wanted) {
  const auto found = std::ranges::find_if(library.codecs, is_wanted, &CodecTable::facts);
  return found == library.codecs.end() ? nullptr : &*found;
}
template <class Wanted>
const CodecInterface* find_codec(const PluginLibrary& library, const Wanted& is_wanted) {
  const auto found = std::ranges::find_if(library.codecs, is_wanted);
  return found == library.codecs.end() ? nullptr : &*found;
}

template <class Ask>
auto first_with_kernel(std::uint32_t id, const Ask& ask) {
  return ask("ncf_get_kernel", [id](const auto& library) { return has_kernel(library, id); });
}

template <class Ask>
auto first_with_filter(std::uint32_t id, const Ask& ask) {
  auto found = ask("ncf_get_kernel", [id](const auto& library) {
    return has_kernel(library, id) && has_filter(library, id);
  });
  if (found) return found;
  return ask("H5PLget_plugin_info", [id](const auto& library) { return has_filter(library, id); });
}

template <class Wanted, class Ask>
auto first_with_codec(const Wanted& is_wanted, const Ask& ask) {
  const auto has_codec = [&](bool is_default) {
    return [&, is_default](const auto& library) {
      return find_codec(library, [&](const CodecInterface& codec) {
               return codec.is_default == is_default && is_wanted(codec);
             }) != nullptr;
    };
  };
  auto found = ask("NCZ_get_codec_info", has_codec(false));
  return found ? found : ask("NCZ_codec_info_defaults", has_codec(true));
}

// ---- Loading ----

std::set<std::string>& avoided_libraries() {
  static std::set<std::string> paths;
  return paths;
}

// Opens the library at `path`, or returns it from an earlier call. Null if it cannot be used.
const LibraryInterfaces* open_once(const std::string& path) {
  static std::map<std::string, LibraryInterfaces> libraries;
  if (const auto known = libraries.find(path); known != libraries.end()) return &known->second;
  if (avoided_libraries().contains(path) || !why_not_loadable(path).empty()) return nullptr;
  try {
    const LibraryInterfaces& opened = libraries.emplace(path, open_plugin(path)).first->second;
    if (opened.kernel) {
      filter::learn_loss(opened.kernel->id(), [kernel = *opened.kernel](filter::CdValues visible) {
        return kernel.loss(visible);
      });
    }
    return &opened;
  } catch (const Error&) {
    return nullptr;
  }
}

// Reads each file only once: arrays ask for the same filters and codecs again and again.
bool may_export_once(const std::string& path, const char* entry_point) {
  static std::map<std::pair<std::string, std::string>, bool> known;
  const auto [answer, is_new] = known.try_emplace({path, entry_point});
  if (is_new) answer->second = may_export(path, {entry_point});
  return answer->second;
}

struct FoundLibrary {
  const LibraryInterfaces* interfaces;
  std::string path;
};

// Returns how to ask for a part of filter `id`.
auto ask_for(std::optional<std::uint32_t> id) {
  return [id](const char* entry_point, const auto& has_part) {
    std::optional<FoundLibrary> found;
    if (!hdf5_loads_plugins()) return found;
    visit_in_order(searched_folders(), library_files, id, [&](const std::string& path) {
      if (!may_export_once(path, entry_point)) return false;
      const LibraryInterfaces* const library = open_once(path);
      if (library == nullptr || !has_part(*library)) return false;
      found = FoundLibrary{library, path};
      return true;
    });
    return found;
  };
}

template <class Wanted>
std::optional<CodecTable> load_codec_that(const Wanted& is_wanted,
                                          std::optional<std::uint32_t> id) {
  const auto found = first_with_codec(is_wanted, ask_for(id));
  return found ? std::optional(*find_codec(*found->interfaces, is_wanted)) : std::nullopt;
}

bool is_library_of(const SharedLibrary& library, std::uint32_t id) {
  try {
    return has_filter(ask_library(library), id);
  } catch (const Error&) {
    return false;
  }
}

// ---- Pairing libraries that were examined before ----

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
  PairedFilter paired;
  paired.id = id;
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

AvoidedLibraries::AvoidedLibraries(std::set<std::string> paths) {
  avoided_libraries() = std::move(paths);
}

AvoidedLibraries::~AvoidedLibraries() { avoided_libraries().clear(); }

std::optional<LoadedFilter> load_filter(std::uint32_t id) {
  const auto found = first_with_filter(id, ask_for(id));
  if (!found) return std::nullopt;
  return LoadedFilter{*found->interfaces->filter, found->path};
}

std::optional<FoundKernel> find_kernel(std::uint32_t id) {
  if (const ncf_kernel* linked = filter::find_builtin_kernel(id)) {
    return FoundKernel{filter::Kernel(*linked), {}};
  }
  const auto found = first_with_kernel(id, ask_for(id));
  if (!found) return std::nullopt;
  return FoundKernel{*found->interfaces->kernel, found->path};
}

std::optional<CodecTable> load_codec(std::uint32_t id) {
  return load_codec_that([id](const CodecInterface& codec) { return codec.filter_id == id; }, id);
}

std::optional<CodecTable> load_codec(std::string_view name) {
  return load_codec_that([name](const CodecInterface& codec) { return codec.name == name; },
                         std::nullopt);
}

std::optional<std::string> find_loaded_library(std::uint32_t id) {
  std::optional<std::string> found;
  visit_in_order(searched_folders(), library_files, id, [&](const std::string& file) {
    const auto library = SharedLibrary::find_loaded(file);
    if (!library || !is_library_of(*library, id)) return false;
    found = file;
    return true;
  });
  return found;
}

}  // namespace plugin

std::vector<PairedFilter> pair_libraries(const std::vector<PluginLibrary>& libraries) {
  std::vector<PairedFilter> filters;
  for (const std::uint32_t id : plugin::filter_ids(libraries)) {
    filters.push_back(plugin::pair(id, plugin::in_order_for(id, libraries)));
  }
  return filters;
}

}  // namespace ncf
