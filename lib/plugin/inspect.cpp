// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/memory/packed.hpp"
#include "base/process/child_process.hpp"
#include "base/threads/library_call.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/error.hpp"
#include "plugin/folders.hpp"
#include "plugin/shared_library.hpp"

namespace ncf {
namespace plugin {
namespace {

constexpr const char* no_interface = "has neither an HDF5 filter nor a Zarr codec";

const std::initializer_list<std::string_view> entry_points = {
    "H5PLget_plugin_type", "H5PLget_plugin_info", "NCZ_get_codec_info", "NCZ_codec_info_defaults",
    "ncf_get_kernel"};

std::optional<FilterClass> ask_for_filter(const SharedLibrary& library) {
  void* get_type = library.find_symbol("H5PLget_plugin_type");
  void* get_info = library.find_symbol("H5PLget_plugin_info");
  if (get_type == nullptr && get_info == nullptr) return std::nullopt;
  if (get_info == nullptr) {
    throw Error(ErrorCode::corrupt, "has H5PLget_plugin_type but no H5PLget_plugin_info");
  }
  if (get_type == nullptr) {
    throw Error(ErrorCode::corrupt, "has H5PLget_plugin_info but no H5PLget_plugin_type");
  }
  return read_filter_class(get_type, get_info);
}

// An invalid codec leaves the filter and other codecs as they are.
void ask_for_codecs(const SharedLibrary& library, LibraryInterfaces& found) {
  std::vector<const void*> tables;
  if (void* get_info = library.find_symbol("NCZ_get_codec_info")) {
    tables.push_back(codec_at(get_info));
  }
  const std::size_t own = tables.size();
  if (void* get_defaults = library.find_symbol("NCZ_codec_info_defaults")) {
    const auto defaults = default_codecs_at(get_defaults);
    tables.insert(tables.end(), defaults.begin(), defaults.end());
  }
  for (std::size_t i = 0; i < tables.size(); ++i) {
    try {
      found.codecs.push_back(read_codec(tables[i], i >= own));
    } catch (const Error& error) {
      found.faults.push_back(error.message());
    }
  }
}

// If a kernel cannot be used, for example that of another version of ncf, the filter still can.
void ask_for_kernel(const SharedLibrary& library, LibraryInterfaces& found) {
  void* get_kernel = library.find_symbol("ncf_get_kernel");
  if (get_kernel == nullptr) return;
  const ncf_kernel* table = reinterpret_cast<ncf_get_kernel_function>(get_kernel)();
  try {
    if (table == nullptr) throw Error(ErrorCode::corrupt, "ncf_get_kernel returned NULL");
    found.kernel = filter::Kernel(*table);
  } catch (const Error& error) {
    found.faults.push_back("its kernel is not used: " + error.message() +
                           "; its filter runs on one thread");
  }
}

// For a library with undefined symbols: whether it exports one of our entry points.
bool claims_to_be_plugin(const std::string& path) {
  try {
    const SharedLibrary library = SharedLibrary::open(path, SharedLibrary::Binding::lazy);
    return std::ranges::any_of(entry_points, [&](std::string_view name) {
      return library.find_symbol(name.data()) != nullptr;
    });
  } catch (const Error&) {
    return true;  // its name is that of a plugin, and nothing shows otherwise
  }
}

// Many codecs call libnetcdf without being linked to it, because libnetcdf usually loads them.
bool calls_libnetcdf(const std::string& path) {
  constexpr std::string_view start_of_name("\0nc_", 4);
  return may_export(path, {start_of_name});
}

// Removes the path, which our message already names, from the loader's message.
std::string without_path(const std::string& words, const std::string& path) {
  const std::string start = path + ": ";
  return words.starts_with(start) ? words.substr(start.size()) : words;
}

PluginLibrary unusable(std::string path, LibraryVerdict verdict, std::string reason) {
  PluginLibrary library;
  library.path = std::move(path);
  library.verdict = verdict;
  library.reason = std::move(reason);
  return library;
}

// Returns the target of a link (`libz.so -> libz.so.1`), or the link itself if it dangles.
std::string resolved(const std::string& path) {
  std::error_code failed;
  const auto target = std::filesystem::canonical(path, failed);
  return failed ? path : target.string();
}

PluginLibrary load_and_inspect(const std::string& path) {
  PluginLibrary library;
  library.path = path;
  try {
    LibraryInterfaces found = open_plugin(path);
    if (found.filter) library.filter = std::move(found.filter->facts);
    for (CodecTable& codec : found.codecs) library.codecs.push_back(std::move(codec.facts));
    if (found.kernel) {
      library.kernel = KernelInterface{found.kernel->id(), std::string(found.kernel->name())};
    }
    library.faults = std::move(found.faults);
    return library;
  } catch (const Error& error) {
    const bool is_other_kind = error.code() == ErrorCode::unsupported;
    return unusable(path, is_other_kind ? LibraryVerdict::ignored : LibraryVerdict::failed,
                    without_path(error.message(), path));
  }
}

/// Loads a library and asks for its interfaces; returns a verdict instead of errors. A child
/// process loads the library, unless the file itself shows that it has no interface or cannot be
/// loaded. throws: Error(io) if no child process can be created.
PluginLibrary inspect_library(const std::string& path) {
  if (std::string reason = why_not_loadable(path); !reason.empty()) {
    return unusable(path, LibraryVerdict::failed, std::move(reason));
  }
  if (!may_export(path, entry_points)) {
    return unusable(path, LibraryVerdict::ignored, no_interface);
  }
  const base::ChildResult result =
      base::run_in_child([&] { return base::packed(load_and_inspect(path)); });
  if (!result.failure.empty()) {
    const std::string failure = result.has_thrown
                                    ? fmt::format("throws an exception ({})", result.failure)
                                    : result.failure;
    return unusable(path, LibraryVerdict::failed, failure + " when it is loaded");
  }
  return base::unpacked<PluginLibrary>(result.text);
}

}  // namespace

LibraryInterfaces ask_library(const SharedLibrary& library) {
  LibraryInterfaces found;
  found.filter = ask_for_filter(library);
  ask_for_codecs(library, found);
  if (!found.filter && found.codecs.empty()) {
    if (!found.faults.empty()) throw Error(ErrorCode::corrupt, found.faults.front());
    throw Error(ErrorCode::unsupported, no_interface);
  }
  ask_for_kernel(library, found);
  return found;
}

LibraryInterfaces open_plugin(const std::string& path) {
  try {
    if (calls_libnetcdf(path)) (void)libnetcdf::functions();
    return ask_library(SharedLibrary::open(path));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io || claims_to_be_plugin(path)) throw;
    throw Error(ErrorCode::unsupported, no_interface);
  }
}

}  // namespace plugin

std::vector<PluginLibrary> survey_libraries() {
  return base::library_call([&] {
    std::vector<PluginLibrary> libraries;
    std::map<std::string, std::string> seen;  // file -> the first name it was found under
    for (const PluginFolder& folder : plugin_folders()) {
      for (const std::string& path : plugin::library_files(folder.path)) {
        const auto [first, is_new] = seen.try_emplace(plugin::resolved(path), path);
        libraries.push_back(is_new ? plugin::inspect_library(path)
                                   : plugin::unusable(path, LibraryVerdict::ignored,
                                                      "another name of " + first->second));
      }
    }
    return libraries;
  });
}

}  // namespace ncf
