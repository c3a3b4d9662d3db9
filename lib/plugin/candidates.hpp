// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which library provides which part of a filter. The loader asks libraries that it opens one after
// the other, and pair_libraries those that were examined before; both ask by these functions, so
// what is reported is what is used.
//
// A part comes from the first library that has it: folders in the order of the search, and in a
// folder, libraries named after the filter first. A filter class beside a kernel comes before all
// others, whatever their folders, because filters run by their kernels, and libhdf5 must run the
// same code. Default codecs come last.
//
// `ask(entry_point, has_part)` returns the first library in this order for which `has_part` is
// true, among those that may export the entry point; something false if there is none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ncf/plugins.hpp"
#include "plugin/inspect.hpp"
#include "plugin/search_path.hpp"

namespace ncf::plugin {

/// Calls `visit(path)` with libraries in order until it returns true. id: of the filter, if
/// libraries named after it come first. files_in: returns those of a folder, and is called as late
/// as possible.
template <class Files, class Visit>
void visit_in_order(const std::vector<std::string>& folders, const Files& files_in,
                    std::optional<std::uint32_t> id, const Visit& visit) {
  for (const std::string& folder : folders) {
    std::vector<std::string> files = files_in(folder);
    if (id) files = likely_first(std::move(files), *id);
    if (std::any_of(files.begin(), files.end(), visit)) return;
  }
}

inline bool has_filter(const LibraryInterfaces& library, std::uint32_t id) {
  return library.filter && library.filter->facts.id == id;
}
inline bool has_filter(const PluginLibrary& library, std::uint32_t id) {
  return library.filter && library.filter->id == id;
}
inline bool has_kernel(const LibraryInterfaces& library, std::uint32_t id) {
  return library.kernel && library.kernel->id() == id;
}
inline bool has_kernel(const PluginLibrary& library, std::uint32_t id) {
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

}  // namespace ncf::plugin
