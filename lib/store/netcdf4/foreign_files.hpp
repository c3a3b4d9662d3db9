// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds datasets whose values are in other files: external storage and virtual datasets. Uses only
// the contents of the file itself, so libhdf5 opens no other file. I/O thread only.
// source: HDF5 reference manual, H5Pset_external, H5Pset_virtual
#pragma once

#include <map>
#include <optional>
#include <string>

#include "hdf5/library/calls.hpp"

namespace ncf::store::netcdf4 {

/// For the datasets of one file, which stays open while this object lives.
class ForeignFileFinder {
 public:
  explicit ForeignFileFinder(hid_t file) : file_(file) {}

  /// properties: the dataset's creation properties. Returns the name of the first other file; empty
  /// if the dataset refers to none. throws: Error.
  std::optional<std::string> find(hid_t properties);

 private:
  std::optional<std::string> find_virtual(hid_t properties);
  std::optional<std::string> find_source(const std::string& name);

  hid_t file_;
  std::map<std::string, std::optional<std::string>> known_;  ///< by source in the same file
};

/// Returns whether the length of a virtual dataset depends on other files.
bool is_length_elsewhere(hid_t properties);

}  // namespace ncf::store::netcdf4
