// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The objects of an HDF5 file that netCDF may represent, found by walking its links. Each group is
// visited once, whatever links lead to it, so the walk ends. I/O thread only.
// source: HDF5 reference manual, H5Literate
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "model/schema/finding.hpp"

namespace ncf::store::netcdf4 {

/// The location of an object.
struct Place {
  haddr_t address = HADDR_UNDEF;  ///< in the file; undefined for an object of another file
  std::string path;               ///< absolute; only for an object of another file

  [[nodiscard]] bool is_here() const noexcept { return address != HADDR_UNDEF; }
};

/// What two links to the same object have in common.
struct Identity {
  std::size_t file = 0;  ///< its number
  haddr_t address = HADDR_UNDEF;

  auto operator<=>(const Identity&) const = default;
};

/// Numbers files by their canonical paths: libhdf5 numbers them anew each time it opens them.
class FileNumbers {
 public:
  /// name: with which libhdf5 opened the file. Looks at the file system once for each name.
  std::size_t number_of(const std::string& name);
  /// Returns the canonical path, or the name if the file was not on disk.
  [[nodiscard]] const std::string& path(std::size_t number) const { return paths_.at(number); }
  /// throws: Error.
  Identity identify(const hdf5::Handle& object);

 private:
  std::map<std::string, std::size_t> by_name_;  ///< and by path
  std::vector<std::string> paths_;
};

struct FoundObject {
  std::string name;
  Place place;
  Identity identity;
};

/// A group and its contents in order of creation, or by name if the file does not track the order.
struct FoundGroup {
  std::string name;                   ///< empty for the root
  std::optional<std::size_t> parent;  ///< index into the groups; empty for the root
  Place place;
  std::size_t path_bytes = 0;  ///< of its path; 0 for the root
  std::vector<FoundObject> types = {};
  std::vector<FoundObject> datasets = {};
};

struct Objects {
  /// The root first, then depth first: each group before its children.
  std::vector<FoundGroup> groups;
  /// Links that dangle, or lead to another file or to a group found before.
  std::vector<model::Finding> findings;
  /// The paths of other files that links lead to or through, if they are followed.
  std::set<std::string> linked_files;
  FileNumbers files;  ///< of the identities; the file itself is the first

  /// Returns "/", "/forecast".
  [[nodiscard]] std::string group_path(std::size_t group) const;
  /// Returns "/t2m", "/forecast/t2m".
  [[nodiscard]] std::string path_in(std::size_t group, const std::string& name) const;
};

/// Whether values are read from other files that a file names.
enum class OtherFiles : std::uint8_t {
  not_allowed,
  allowed,
  not_found,  ///< the file is not on disk, so there is no folder to look for them
};

/// Returns what a message about another file ends with, for example "; --follow-external reads it".
/// pronoun: for what is in the other file.
[[nodiscard]] std::string how_to_read(OtherFiles others, std::string_view pronoun);

/// others: whether to follow links to other files. throws: Error; Error(unsupported) if the path of
/// an object is longer than ncf reads.
Objects find_objects(const hdf5::Handle& file, OtherFiles others);

/// Returns the place of an object of the file itself. throws: Error.
Place place_of(const hdf5::Handle& object);

/// throws: Error.
hdf5::Handle open_object(const hdf5::Handle& file, const Place& place);
hdf5::Handle open_dataset(const hdf5::Handle& file, const Place& group, const std::string& name,
                          const hdf5::Handle& access_properties);

}  // namespace ncf::store::netcdf4
