// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/loader.hpp"

#include <map>
#include <utility>
#include <vector>

#include "filter/kernels/builtin.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"
#include "plugin/candidates.hpp"
#include "plugin/elf_check.hpp"
#include "plugin/folders.hpp"

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

}  // namespace ncf::plugin
