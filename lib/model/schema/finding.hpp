// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A part of a file that its schema cannot express, or expresses differently: netCDF has a smaller
// model than HDF5.
#pragma once

#include <string>

namespace ncf::model {

/// The text of findings about attributes whose names netCDF does not leave to users.
inline constexpr const char* has_special_name =
    "is left out: netCDF gives attributes with this name a special meaning";

struct Finding {
  enum class Kind {
    converted,            ///< it is in the schema as the nearest equivalent in netCDF
    converted_from_json,  ///< the same for a Zarr attribute, whose JSON is kept
    left_out,             ///< netCDF has no equivalent
    unreachable,          ///< it leads to nothing, or to another file that may not be read
    unreadable,           ///< it is broken
  };

  Kind kind = Kind::left_out;
  std::string path;  ///< "/t2m", "/forecast/t2m:units", ":title"
  std::string text;  ///< "is left out: netCDF has no references"

  /// Returns path and text.
  [[nodiscard]] std::string message() const { return path + " " + text; }
};

}  // namespace ncf::model
