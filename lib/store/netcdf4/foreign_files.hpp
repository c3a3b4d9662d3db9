// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which other file holds values of a dataset: external storage and virtual datasets. Asks libhdf5
// only for what the file itself says, so that no other file is opened. I/O thread only.
// source: HDF5 reference manual, H5Pset_external, H5Pset_virtual
#pragma once

#include <map>
#include <optional>
#include <string>

#include "hdf5/calls.hpp"

namespace ncf::store::netcdf4 {

/// Answers for the datasets of one file, which is open as long as this lives.
class ForeignFileFinder {
 public:
  explicit ForeignFileFinder(hid_t file) : file_(file) {}

  /// properties: with which the dataset was created. Returns the name of the first other file;
  /// empty if all values are in the file itself, as far as it says. throws: Error.
  std::optional<std::string> find(hid_t properties);

 private:
  std::optional<std::string> find_virtual(hid_t properties);
  std::optional<std::string> find_source(const std::string& name);

  hid_t file_;
  std::map<std::string, std::optional<std::string>> known_;  ///< by source in the same file
};

/// Whether libhdf5 asks other files how long a virtual dataset is.
bool is_length_elsewhere(hid_t properties);

}  // namespace ncf::store::netcdf4
