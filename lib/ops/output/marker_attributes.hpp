// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Gives attributes that readers compare with values the type of their variable, with notes, and
// collects such notes for all attributes. model/schema/fill_values.hpp says what the attributes
// mean. Readers differ in how they compare numbers of another type: xarray with NumPy 2,
// netCDF4-python and CDO do not find 1e20 among floats, while xarray with NumPy 1 and NCO do;
// libnetcdf uses no `_FillValue` of another type.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Converts for any format what no value can be equal to, but the nearest number can: in
/// `_FillValue`, and for variables of floating-point numbers in the other attributes. Several fill
/// values become one, and `missing_value`. Formats with chunks require that `_FillValue` is one
/// value of the variable's type: there, each is converted or removed.
/// format: to write the schema in.
void adapt_markers(model::Schema& schema, Format format, std::vector<std::string>& notes);

/// Converts each `_FillValue` to one value of its variable's type, or removes it: for variables
/// that will be filled, or a format that requires it.
void fit_fill_values(model::Schema& schema, const std::vector<model::VariableId>& ids,
                     std::vector<std::string>& notes);

// ---- Notes on changed attributes: one for all that change in the same way ----

/// The end of a note, after the name of what changes.
struct AttributeChange {
  std::string one;      ///< " is left out: Zarr reserves its name"
  std::string several;  ///< " are left out: Zarr reserves their names"
};

/// What a format or a copy changes in attributes. Not for several threads.
class AttributeChanges {
 public:
  /// name: "/t2m:units". detail: shown after each of several names.
  void add(AttributeChange change, const std::string& name, const std::string& detail = "");

  void tell(std::vector<std::string>& notes) const;

 private:
  struct Group {
    AttributeChange change;
    std::string first_name = {};  ///< without its detail
    std::vector<std::string> names = {};
  };

  std::vector<Group> groups_;
};

}  // namespace ncf::ops
