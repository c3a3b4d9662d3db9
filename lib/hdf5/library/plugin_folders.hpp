// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The folders in which libhdf5 searches for filter plugins: one list for the process. I/O thread
// only.
// source: HDF5 reference manual, H5PL
#pragma once

#include <string>
#include <vector>

#include "base/library/module_api.hpp"

namespace ncf::hdf5 {

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

}  // namespace ncf::hdf5
