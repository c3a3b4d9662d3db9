// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a file has besides its schema: parts that the schema cannot express, or expresses
// differently, because netCDF has a smaller model than HDF5; and where the file comes from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ncf::model {

/// The text of findings about attributes whose names netCDF does not leave to users.
inline constexpr const char* has_special_name =
    "is left out: netCDF gives attributes with this name a special meaning";

/// Returns "/t2m:units", or ":title" for an attribute of the root. Names may contain colons, so
/// this is only for messages: it does not say which part is the owner's path.
inline std::string attribute_path(const std::string& owner, const std::string& name) {
  return (owner == "/" ? "" : owner) + ":" + name;
}

struct Finding {
  enum class Kind {
    converted,            ///< it is in the schema as the nearest equivalent in netCDF
    converted_from_json,  ///< the same for a Zarr attribute, whose JSON is kept
    left_out,             ///< netCDF has no equivalent
    unreachable,          ///< it leads to nothing, or to another file that may not be read
    unreadable,           ///< it is broken
  };

  Kind kind = Kind::left_out;
  std::string path;                           ///< of a variable, group, ...: "/forecast/t2m", "/"
  std::string text;                           ///< "is left out: netCDF has no references"
  std::optional<std::string> attribute = {};  ///< the name, if the part is an attribute of `path`

  /// A path, and the name of an attribute. Unlike full paths, those of different parts differ.
  using Part = std::pair<std::string, std::optional<std::string>>;

  [[nodiscard]] Part part() const { return {path, attribute}; }
  /// Returns "/forecast/t2m", "/forecast/t2m:units", ":title".
  [[nodiscard]] std::string full_path() const {
    return attribute ? attribute_path(path, *attribute) : path;
  }
  /// Returns the full path, or "the file" for the root, and the text.
  [[nodiscard]] std::string message() const {
    const bool is_root = path == "/" && !attribute;
    return (is_root ? "the file" : full_path()) + " " + text;
  }
};

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
