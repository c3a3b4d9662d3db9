// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <set>

#include "ncf/plugins.hpp"
#include "plugin/search_path.hpp"

namespace ncf {
namespace plugin {
namespace {

using Libraries = std::vector<const PluginLibrary*>;

std::string folder_of(const PluginLibrary& library) {
  return std::filesystem::path(library.path).parent_path();
}

// Folders stay in order; within each, libraries named after the filter come first.
Libraries in_order_for(std::uint32_t id, const std::vector<PluginLibrary>& libraries) {
  Libraries ordered;
  for (const PluginLibrary& library : libraries) ordered.push_back(&library);
  for (auto first = ordered.begin(); first != ordered.end();) {
    const std::string folder = folder_of(**first);
    const auto end = std::find_if(first, ordered.end(), [&](const PluginLibrary* library) {
      return folder_of(*library) != folder;
    });
    std::stable_partition(first, end, [id](const PluginLibrary* library) {
      return is_named_after(library->path, id);
    });
    first = end;
  }
  return ordered;
}

// Assembles one filter. A library whose interface was already found elsewhere is shadowed.
class Pairing {
 public:
  explicit Pairing(std::uint32_t id) { paired_.id = id; }

  void add_beside_kernel(const PluginLibrary& library) {
    if (!paired_.filter && library.kernel && library.kernel->id == paired_.id) add_filter(library);
  }

  void add(const PluginLibrary& library) {
    add_filter(library);
    for (const CodecInterface& codec : library.codecs) {
      if (codec.filter_id == paired_.id && !codec.is_default) {
        take(library, codec, paired_.codec, paired_.codec_library);
      }
    }
    if (library.kernel && library.kernel->id == paired_.id) {
      take(library, *library.kernel, paired_.kernel, paired_.kernel_library);
    }
  }

  // A default codec that is not needed is normal, so it is not reported as shadowed.
  void add_default_codec(const PluginLibrary& library) {
    for (const CodecInterface& codec : library.codecs) {
      if (codec.filter_id == paired_.id && codec.is_default && !paired_.codec) {
        paired_.codec = codec;
        paired_.codec_library = library.path;
      }
    }
  }

  [[nodiscard]] const PairedFilter& get() const noexcept { return paired_; }

 private:
  void add_filter(const PluginLibrary& library) {
    if (!library.filter || library.filter->id != paired_.id) return;
    take(library, *library.filter, paired_.filter, paired_.filter_library);
  }

  template <class Interface>
  void take(const PluginLibrary& library, const Interface& offered, std::optional<Interface>& taken,
            std::string& taken_from) {
    if (!taken) {
      taken = offered;
      taken_from = library.path;
    } else if (taken_from != library.path &&
               (paired_.shadowed.empty() || paired_.shadowed.back() != library.path)) {
      paired_.shadowed.push_back(library.path);
    }
  }

  PairedFilter paired_;
};

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
    plugin::Pairing pairing(id);
    const plugin::Libraries ordered = plugin::in_order_for(id, libraries);
    for (const PluginLibrary* library : ordered) pairing.add_beside_kernel(*library);
    for (const PluginLibrary* library : ordered) pairing.add(*library);
    for (const PluginLibrary* library : ordered) pairing.add_default_codec(*library);
    filters.push_back(pairing.get());
  }
  return filters;
}

}  // namespace ncf
