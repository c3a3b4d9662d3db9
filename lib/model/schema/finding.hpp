// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A part of a file that its schema cannot express, or expresses differently: netCDF has a smaller
// model than HDF5.
#pragma once

#include <optional>
#include <string>
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

}  // namespace ncf::model
