// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The plugin folders: those of this process, ncf::plugin_folders, of which we have one list as
// libhdf5 does; how they are found; and the files in them.
//
// Thread rule: as in ncf/plugins.hpp; any thread for what does not use the list.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// Passes the search path to libhdf5 on the first call. Call it before opening or creating a file;
/// every function of ncf/plugins.hpp does. throws: as PluginPathScope.
void ensure_search_path();

/// Sets the folders of all existing PluginPathScopes, and reads HDF5_PLUGIN_PATH again.
/// throws: as PluginPathScope.
void set_plugin_path(const std::vector<std::string>& folders);

/// Returns all folders in search order: plugin_folders, then those that the program gave to libhdf5
/// directly. throws: as PluginPathScope.
std::vector<std::string> searched_folders();

// ---- The search path, computed from the environment and the location of our library. Both are
// parameters, so tests need no disk. ----

/// A question about a path that only the disk can answer.
using Probe = std::function<bool(const std::string& path)>;

/// Everything that determines the search.
struct SearchInputs {
  std::vector<std::string> options;        ///< of all existing PluginPathScopes
  std::optional<std::string> environment;  ///< HDF5_PLUGIN_PATH; nullopt if unset
  std::string own_folder;                  ///< the result of find_own_folder
  std::string hdf5_default;                ///< compiled into libhdf5
};

/// Returns the folders in order, without duplicates. Paths lose a trailing '/'; empty parts of
/// HDF5_PLUGIN_PATH are ignored, as in HDF5. If the variable is set but empty, HDF5 searches
/// nowhere, so HDF5's default folder is left out; if it is not empty, that folder comes last.
/// throws: Error(usage) for an empty path among the options.
std::vector<PluginFolder> search_path(const SearchInputs& inputs, const Probe& is_readable_folder);

/// Returns the folder of our plugins.
/// library: absolute path of the file that contains our code (libncf, or a program linked with it).
/// install_folder: where plugins are installed, relative to the prefix. The first of these that
/// exists:
///   <folder of library>/ncf/plugins         libncf in its library folder, however deep
///   <folder of library>/../<install_folder> a program in <prefix>/bin
///   <folder of library>/../plugins          a build tree, known by its CMakeCache.txt
/// If none exists, the first, where an installation would put it.
std::string find_own_folder(std::string_view library, std::string_view install_folder,
                            const Probe& exists);

// ---- The files of a folder ----

/// Returns the files of `folder` that libhdf5 would consider: "lib*.so*", sorted by name, dangling
/// links included. Empty if the folder cannot be read.
std::vector<std::string> library_files(const std::string& folder);

// ---- The file that probably contains a filter ----
//
// `libh5bz2.so` is named after bzip2, by its alias bz2. It is tried first, so that using one filter
// does not load every plugin, and it wins if two files of a folder provide the same filter.

/// Returns whether the last part of `path` contains the filter's id, its name or an alias, ignoring
/// case.
bool is_named_after(const std::string& path, std::uint32_t filter_id);

/// Returns the ids of registered filters that `path` is named after, except filters built into
/// HDF5, which need no library.
std::vector<std::uint32_t> filters_named_by(const std::string& path);

/// Returns the same files, with those named after the filter first.
std::vector<std::string> likely_first(std::vector<std::string> files, std::uint32_t filter_id);

}  // namespace ncf::plugin
