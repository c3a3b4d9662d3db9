// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The running libhdf5: its version and features, the folders in which it searches for filter
// plugins (one list for the process), and the filters it has. I/O thread only.
// source: HDF5 reference manual, H5PL and H5Z
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/library/module_api.hpp"
#include "base/process/libraries.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::hdf5 {

/// Returns "libhdf5 1.10.8 (built for 1.10.8)".
std::string describe_library();

/// Returns "1.10.8".
std::string running_version();

/// Returns whether it supports plugins, the szip encoder, threads and parallel I/O.
base::LibraryFacts library_facts();

/// Makes libhdf5 skip its cleanup at exit. source: HDF5 reference manual, H5dont_atexit
void skip_cleanup_at_exit() noexcept;

/// Returns the folders that libhdf5 searches, in its order.
std::vector<std::string> plugin_folders();

/// Sets this list to `folders`. All must exist: libhdf5 stops searching at one that does not.
/// throws: Error(internal).
void set_plugin_folders(const std::vector<std::string>& folders);

/// Restores the list in its destructor, because libnetcdf since 4.9.3 replaces it when it is first
/// used.
class NCF_MODULE_API KeptPluginFolders {
 public:
  KeptPluginFolders();
  KeptPluginFolders(const KeptPluginFolders&) = delete;
  KeptPluginFolders& operator=(const KeptPluginFolders&) = delete;
  ~KeptPluginFolders();

 private:
  std::vector<std::string> folders_;
};

/// throws: Error(not_found) if libhdf5 neither has the filter nor finds a plugin with it.
NCF_MODULE_API void require_filter(std::uint32_t id);

/// throws: Error(not_found) naming the first filter that is not available.
NCF_MODULE_API void require_filters(const StoredChain& filters);

}  // namespace ncf::hdf5
