// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ncf::model {

/// Returns whether a text `_NCProperties` says which libraries made a file; otherwise it is a
/// user's.
inline bool is_provenance(std::string_view text) { return text.starts_with("version="); }

/// What a netCDF-4 file records about itself outside its attributes. It is not copied.
struct Provenance {
  std::optional<std::string> properties;  ///< the libraries that made it
  std::optional<int> superblock_version;  ///< of HDF5
  std::optional<bool> is_netcdf4;  ///< not only HDF5: written by libnetcdf, or in the same way
};

}  // namespace ncf::model
