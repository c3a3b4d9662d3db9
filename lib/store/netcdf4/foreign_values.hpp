// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the sources of virtual datasets and the files of external storage, through all levels, and
// what of them is missing: libhdf5 reads the values of missing sources as fill values, and those
// beyond the end of an external file as zeros. Opens the sources. I/O thread only.
// source: HDF5 reference manual, H5Pset_external, H5Pset_virtual
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "hdf5/calls.hpp"
#include "hdf5/creation_properties.hpp"

namespace ncf::store::netcdf4 {

/// For the datasets of one file and of the files that it links to.
class ForeignValues {
 public:
  /// Returns the first thing that is missing, as "raw.bin, which does not exist"; empty if libhdf5
  /// finds all values of the dataset. Of sources that are numbered with "%b", only the first must
  /// exist. throws: Error.
  /// properties: the dataset's creation properties.
  std::optional<std::string> find_missing(const hdf5::Handle& dataset,
                                          const hdf5::Handle& properties);

  /// Returns the paths of the other files that were found.
  [[nodiscard]] const std::set<std::string>& files() const noexcept { return files_; }

 private:
  /// A source as a virtual dataset names it.
  using Source = hdf5::VirtualSource;
  /// An open source, or what is missing.
  struct Found {
    std::optional<hdf5::Handle> dataset = {};
    std::string missing = {};
  };

  std::optional<std::string> find_missing_source(const hdf5::Handle& dataset, hid_t properties);
  std::optional<std::string> find_missing_in(const hdf5::Handle& dataset, const Source& names);
  std::optional<std::string> find_missing_bytes(const hdf5::Handle& dataset, hid_t properties);
  Found open_source(const hdf5::Handle& dataset, const Source& source);
  std::optional<std::string> why_not_open(const hdf5::Handle& dataset, const std::string& name);

  std::set<std::string> files_;
  /// The source file that was opened last, and the file and the name that lead to it: most sources
  /// are in the same file as the one before.
  std::optional<hdf5::Handle> last_file_;
  std::pair<std::string, std::string> last_name_;
  /// What is missing, by file and address of a dataset. Also ends cycles.
  std::map<std::pair<std::string, haddr_t>, std::optional<std::string>> known_;
};

}  // namespace ncf::store::netcdf4
