// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The folders plugins are searched in, computed from the environment and the place of our library.
// Nothing here reads either: both are handed in, so that all cases are tested without a disk.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// A question about a path that only the disk can answer.
using Probe = std::function<bool(const std::string& path)>;

/// All that decides the search.
struct SearchInputs {
  std::vector<std::string> options;        ///< set_plugin_path's
  std::optional<std::string> environment;  ///< HDF5_PLUGIN_PATH; empty optional when unset
  std::string own_folder;                  ///< find_own_folder's
  std::string hdf5_default;                ///< compiled into libhdf5
};

/// The folders in order, each once. Paths lose a trailing '/'; empty parts of HDF5_PLUGIN_PATH are
/// nothing, as HDF5 reads it. A variable that is set but empty tells HDF5 to search nowhere, so it
/// takes HDF5's default off the list; one that is not empty leaves it on, as the last resort.
/// throws: Error(usage) for an empty path among the options.
std::vector<PluginFolder> search_path(const SearchInputs& inputs, const Probe& is_readable_folder);

/// The folder of our plugins, seen from `library`: absolute path of the file our code is in
/// (libncf, or a program that contains it). `install_folder` is where plugins are installed,
/// relative to the prefix. Three places, the first that exists:
///   <folder of library>/ncf/plugins         libncf in its library folder, however deep
///   <folder of library>/../<install_folder> a program in <prefix>/bin
///   <folder of library>/../plugins          a build tree, known by its CMakeCache.txt
/// Where none exists, the first: the one an installation would have.
std::string find_own_folder(std::string_view library, std::string_view install_folder,
                            const Probe& exists);

}  // namespace ncf::plugin
