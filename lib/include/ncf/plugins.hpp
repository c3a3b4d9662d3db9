// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Filter plugins: the folders they are looked for in, and which filters are there.
//
// Folders are searched in this order, and the first library that provides a filter is used:
//
//   1. those given to set_plugin_path, a program's --plugin-path
//   2. those of the environment variable HDF5_PLUGIN_PATH, separated by ':'
//   3. ncf's own, found from where the library stands: an installation's lib/ncf/plugins, or a
//      build tree's plugins/
//   4. the one compiled in to libhdf5, unless HDF5_PLUGIN_PATH is set and empty
//
// The same folders, as far as they can be read, are handed to libhdf5 (and libnetcdf, where it
// keeps a list), so that all parts of a program find the same plugins. They replace libhdf5's own
// list, which belongs to the process. A filter once found stays loaded, whatever the folders
// become.
//
// These functions call libhdf5 and keep process-wide state: call them from the one thread that uses
// libhdf5 and libnetcdf.
// source: HDF5 reference manual, H5PL and H5Z; netCDF documentation, "NetCDF-4 Plugin Path Support"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/export.hpp"

namespace ncf {

/// Why a folder is searched; in the order of the search.
enum class PluginFolderOrigin { option, environment, own, hdf5_default };

/// Words for people: "--plugin-path", "HDF5_PLUGIN_PATH", "ncf's own", "HDF5's default".
NCF_API std::string_view describe(PluginFolderOrigin origin) noexcept;

/// A folder that is searched. One named twice is listed once, at its first place.
struct PluginFolder {
  std::string path;
  PluginFolderOrigin origin = PluginFolderOrigin::option;
  /// Whether it is a folder that can be listed. Others are skipped; libhdf5 alone would end its
  /// search there and find nothing in the folders after.
  bool readable = false;

  friend bool operator==(const PluginFolder&, const PluginFolder&) = default;
};

/// Searches `folders` before all others, from now on; an empty list returns to the folders of the
/// environment. Reads HDF5_PLUGIN_PATH again.
/// throws: Error(usage) for an empty path, Error(internal) where libhdf5 refuses.
NCF_API void set_plugin_path(const std::vector<std::string>& folders);

/// The folders in the order they are searched. throws: as set_plugin_path.
NCF_API std::vector<PluginFolder> plugin_folders();

/// What a filter that is here can do.
struct FilterAvailability {
  bool encode = false;
  bool decode = false;
  std::string library;  ///< the plugin's file; empty for a filter that came without a plugin

  friend bool operator==(const FilterAvailability&, const FilterAvailability&) = default;
};

/// What HDF5 filter `id` can do here, loading its plugin if needed; empty if it is nowhere found.
/// throws: as set_plugin_path.
NCF_API std::optional<FilterAvailability> find_availability(std::uint32_t id);

}  // namespace ncf
