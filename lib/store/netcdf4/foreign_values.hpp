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

#include "hdf5/library/calls.hpp"
#include "hdf5/properties/creation_properties.hpp"
#include "store/netcdf4/objects.hpp"

namespace ncf::store::netcdf4 {

/// For the datasets of one file and of the files that it links to.
class ForeignValues {
 public:
  /// files: those of the identities; must outlive this.
  explicit ForeignValues(FileNumbers& files) : files_(files) {}

  struct Found {
    /// The first thing that is missing, as "raw.bin, which does not exist"; empty if libhdf5 finds
    /// all values. Of sources that are numbered with "%b", only the first must exist.
    std::optional<std::string> missing;
    std::set<std::string> files;  ///< the paths of the other files with values
  };

  /// Looks at a dataset, once. properties: its creation properties. throws: Error.
  const Found& look(const hdf5::Handle& dataset, const hdf5::Handle& properties);

 private:
  /// A source as a virtual dataset names it.
  using Source = hdf5::VirtualSource;
  /// A source file, or why it cannot be opened.
  struct SourceFile {
    std::optional<hdf5::Handle> handle = {};
    std::string path = {};
    std::string reason = {};
  };
  /// An open source, or what is missing.
  struct OpenSource {
    std::optional<hdf5::Handle> dataset = {};
    std::string missing = {};
  };

  void look_at_sources(const hdf5::Handle& dataset, hid_t properties, Found& found);
  void look_at_source(const hdf5::Handle& dataset, const Source& names, Found& found);
  static void look_at_bytes(const hdf5::Handle& dataset, hid_t properties, Found& found);
  OpenSource open_source(const hdf5::Handle& dataset, const Source& source, Found& found);
  const SourceFile& file_of(const hdf5::Handle& dataset, const std::string& name);

  FileNumbers& files_;
  /// By the file that names a source file, and its name. Some stay open, because datasets tend to
  /// have their sources in the same files.
  std::map<std::pair<std::string, std::string>, SourceFile> source_files_;
  /// By dataset.
  std::map<Identity, Found> known_;
};

}  // namespace ncf::store::netcdf4
