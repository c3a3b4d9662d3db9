// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/loader.hpp"

#include <map>

#include "filter/builtin.hpp"
#include "ncf/error.hpp"
#include "plugin/elf_check.hpp"
#include "plugin/named_after.hpp"

namespace ncf::plugin {
namespace {

// Opens the library at `path`, or finds it opened before. Null where it cannot be used.
const LibraryInterfaces* open_once(const std::string& path) {
  static std::map<std::string, LibraryInterfaces> libraries;
  if (const auto known = libraries.find(path); known != libraries.end()) return &known->second;
  if (!why_not_loadable(path).empty()) return nullptr;
  try {
    return &libraries.emplace(path, open_plugin(path)).first->second;
  } catch (const Error&) {
    return nullptr;
  }
}

// Shows libraries that may export `entry_point` to `visit`, until it returns true.
template <class Visit>
void visit_libraries(std::uint32_t id, const char* entry_point, Visit visit) {
  if (!hdf5_loads_plugins()) return;
  for (const PluginFolder& folder : plugin_folders()) {
    for (const std::string& file : likely_first(library_files(folder.path), id)) {
      if (!may_export(file, entry_point)) continue;
      const LibraryInterfaces* found = open_once(file);
      if (found != nullptr && visit(*found, file)) return;
    }
  }
}

std::optional<CodecTable> load_codec_of(std::uint32_t id, const char* entry_point) {
  std::optional<CodecTable> loaded;
  visit_libraries(id, entry_point, [&](const LibraryInterfaces& library, const std::string&) {
    for (const CodecTable& codec : library.codecs) {
      if (!loaded && codec.facts.filter_id == id) loaded = codec;
    }
    return loaded.has_value();
  });
  return loaded;
}

}  // namespace

std::optional<LoadedFilter> load_filter(std::uint32_t id) {
  std::optional<LoadedFilter> loaded;
  visit_libraries(id, "H5PLget_plugin_info",
                  [&](const LibraryInterfaces& library, const std::string& file) {
                    if (!library.filter || library.filter->facts.id != id) return false;
                    loaded = LoadedFilter{*library.filter, file};
                    return true;
                  });
  return loaded;
}

std::optional<FoundKernel> find_kernel(std::uint32_t id) {
  if (const ncf_kernel* linked = filter::find_builtin_kernel(id)) {
    return FoundKernel{filter::Kernel(*linked), {}};
  }
  std::optional<FoundKernel> loaded;
  visit_libraries(id, "ncf_get_kernel",
                  [&](const LibraryInterfaces& library, const std::string& file) {
                    if (!library.kernel || library.kernel->id() != id) return false;
                    loaded = FoundKernel{*library.kernel, file};
                    return true;
                  });
  return loaded;
}

std::optional<CodecTable> load_codec(std::uint32_t id) {
  const auto own = load_codec_of(id, "NCZ_get_codec_info");
  return own ? own : load_codec_of(id, "NCZ_codec_info_defaults");
}

}  // namespace ncf::plugin
