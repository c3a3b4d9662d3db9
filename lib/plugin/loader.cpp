// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/loader.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "filter/kernels/builtin.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"
#include "plugin/elf_check.hpp"
#include "plugin/folders.hpp"
#include "plugin/search_path.hpp"

namespace ncf::plugin {
namespace {

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

// Calls `visit` with each library that may export `entry_point` until it returns true. Within a
// folder, those named after filter `id` come first.
template <class Visit>
void visit_libraries(const char* entry_point, std::optional<std::uint32_t> id, Visit visit) {
  if (!hdf5_loads_plugins()) return;
  for (const std::string& folder : searched_folders()) {
    std::vector<std::string> files = library_files(folder);
    if (id) files = likely_first(std::move(files), *id);
    for (const std::string& file : files) {
      if (!may_export_once(file, entry_point)) continue;
      const LibraryInterfaces* found = open_once(file);
      if (found != nullptr && visit(*found, file)) return;
    }
  }
}

using IsWanted = std::function<bool(const CodecTable&)>;

std::optional<CodecTable> load_codec_from(const char* entry_point, std::optional<std::uint32_t> id,
                                          const IsWanted& is_wanted) {
  std::optional<CodecTable> loaded;
  visit_libraries(entry_point, id, [&](const LibraryInterfaces& library, const std::string&) {
    const auto codec = std::find_if(library.codecs.begin(), library.codecs.end(), is_wanted);
    if (codec != library.codecs.end()) loaded = *codec;
    return loaded.has_value();
  });
  return loaded;
}

std::optional<CodecTable> load_codec_that(const IsWanted& is_wanted,
                                          std::optional<std::uint32_t> id) {
  const auto own = load_codec_from("NCZ_get_codec_info", id, is_wanted);
  return own ? own : load_codec_from("NCZ_codec_info_defaults", id, is_wanted);
}

}  // namespace

AvoidedLibraries::AvoidedLibraries(std::set<std::string> paths) {
  avoided_libraries() = std::move(paths);
}

AvoidedLibraries::~AvoidedLibraries() { avoided_libraries().clear(); }

std::optional<LoadedFilter> load_filter(std::uint32_t id) {
  std::optional<LoadedFilter> loaded;
  const auto load = [&](const LibraryInterfaces& library, const std::string& file) {
    if (!library.filter || library.filter->facts.id != id) return false;
    loaded = LoadedFilter{*library.filter, file};
    return true;
  };
  visit_libraries("ncf_get_kernel", id,
                  [&](const LibraryInterfaces& library, const std::string& file) {
                    return library.kernel && library.kernel->id() == id && load(library, file);
                  });
  if (!loaded) visit_libraries("H5PLget_plugin_info", id, load);
  return loaded;
}

std::optional<FoundKernel> find_kernel(std::uint32_t id) {
  if (const ncf_kernel* linked = filter::find_builtin_kernel(id)) {
    return FoundKernel{filter::Kernel(*linked), {}};
  }
  std::optional<FoundKernel> loaded;
  visit_libraries("ncf_get_kernel", id,
                  [&](const LibraryInterfaces& library, const std::string& file) {
                    if (!library.kernel || library.kernel->id() != id) return false;
                    loaded = FoundKernel{*library.kernel, file};
                    return true;
                  });
  return loaded;
}

std::optional<CodecTable> load_codec(std::uint32_t id) {
  return load_codec_that([id](const CodecTable& codec) { return codec.facts.filter_id == id; }, id);
}

std::optional<CodecTable> load_codec(std::string_view name) {
  return load_codec_that([name](const CodecTable& codec) { return codec.facts.name == name; },
                         std::nullopt);
}

}  // namespace ncf::plugin
