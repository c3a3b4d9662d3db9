// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The current plugin folders, ncf::plugin_folders. Like libhdf5, we have one list for the whole
// process.
//
// Thread rule: as in ncf/plugins.hpp.
#pragma once

#include <string>
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

}  // namespace ncf::plugin
