// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Gives attributes that readers compare with values the type of their variable, with notes.
// model/schema/fill_values.hpp says what the attributes mean. Readers differ in how they compare
// numbers of another type: xarray with NumPy 2, netCDF4-python and CDO do not find 1e20 among
// floats, while xarray with NumPy 1 and NCO do; libnetcdf uses no `_FillValue` of another type.
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

}  // namespace ncf::ops
