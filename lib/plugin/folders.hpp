// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The plugin folders in force, ncf::plugin_folders: libhdf5 has one list for the whole process, so
// there is one of ours.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include <string>
#include <vector>

#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// Hands the search path to libhdf5, unless this was done before. Call it before a file is opened
/// or created; every function of ncf/plugins.hpp does. throws: as set_plugin_path.
void ensure_search_path();

/// All folders in the order of the search: plugin_folders, then those a program gave libhdf5
/// itself. throws: as set_plugin_path.
std::vector<std::string> searched_folders();

}  // namespace ncf::plugin
