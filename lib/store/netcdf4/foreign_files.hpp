// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds values that are in other files than their dataset, by external storage, virtual datasets or
// links, and what of them is missing. I/O thread only.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "hdf5/properties/creation_properties.hpp"
#include "store/netcdf4/objects.hpp"

namespace ncf::store::netcdf4 {

/// Finds whether datasets of one file, which stays open while this object lives, refer to others.
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

// ---- Places of other files ----

// Where libhdf5 looks for the other files that an HDF5 file names. Opens nothing.
// source: HDF5 reference manual, H5Pset_virtual, H5Pset_virtual_prefix, H5Pset_efile_prefix; the
// order is that of libhdf5's H5F_prefix_open_file

/// Returns whether the name of a source file or dataset stands for one source per block.
[[nodiscard]] bool has_blocks(std::string_view name);

/// Returns the name for one block: "%b" is its number, "%%" a percent sign.
[[nodiscard]] std::string name_of_block(std::string_view name, std::size_t block);

/// Returns the places of a source file of a virtual dataset. libhdf5 takes the first file that it
/// can open. reader: the file with the virtual dataset, under the name with which it was opened.
[[nodiscard]] std::vector<std::filesystem::path> virtual_places(
    const std::filesystem::path& name, const std::filesystem::path& reader);

/// Returns the place of a file with external storage. reader: the file that names it.
[[nodiscard]] std::filesystem::path external_place(const std::filesystem::path& name,
                                                   const std::filesystem::path& reader);

// ---- Links to other files ----

// Decides whether libhdf5 opens other files when a path leads through links, and notes the files on
// the way. Soft links can lead to external links, and these to further ones, so the kind of the
// first link is not enough to know.
// source: HDF5 reference manual, H5Pset_elink_cb

/// Access properties that follow links to other files, or refuse them.
class LinkAccess {
 public:
  /// The target of an external link.
  struct Target {
    std::string file;
    std::string object;
  };

  /// properties: their class, that of links or of datasets. throws: Error.
  LinkAccess(hid_t properties, bool follow_external);
  LinkAccess(const LinkAccess&) = delete;
  LinkAccess& operator=(const LinkAccess&) = delete;

  [[nodiscard]] hid_t id() const noexcept { return properties_.id(); }

  /// Returns the target for which the last call of libhdf5 failed, if so.
  std::optional<Target> take_refused() noexcept;

  /// Returns the files with the external links that were followed, under the names with which
  /// libhdf5 opened them.
  [[nodiscard]] const std::set<std::string>& passed_files() const noexcept { return passed_; }

 private:
  static herr_t decide(const char* file, const char* group, const char* other_file,
                       const char* object, unsigned* flags, hid_t access, void* self) noexcept;

  hdf5::Handle properties_;
  bool follow_external_;
  std::optional<Target> refused_;
  std::set<std::string> passed_;
};

// ---- Values in other files ----

/// Finds the sources of virtual datasets and the files of external storage, through all levels, and
/// what of them is missing: libhdf5 reads the values of missing sources as fill values, and those
/// beyond the end of an external file as zeros. For the datasets of one file and of the files that
/// it links to.
/// source: HDF5 reference manual, H5Pset_external, H5Pset_virtual
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
