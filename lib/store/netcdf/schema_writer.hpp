// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines a schema in a new classic file opened through libnetcdf.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::store::netcdf {

/// An attribute `_FillValue` that is not one value of its variable's type. Such files exist, but
/// libnetcdf fails to fill with it. So it has a temporary name until everything is written.
struct OddFillValue {
  int varid = 0;
  std::string name;  ///< the temporary name
};
using OddFillValues = std::vector<OddFillValue>;

/// Defines `schema` in the new, empty file `ncid` and leaves it in define mode. A variable's
/// `no_fill` is not stored: it avoids writing fill values that data replaces at once, and is only
/// for variables that are written completely.
/// throws: Error naming the dimension, variable or attribute that libnetcdf rejects.
OddFillValues define_schema(int ncid, const model::Schema& schema);

/// Gives the attributes their final names. The file is in data mode, and all values are written.
void rename_fill_values(int ncid, const OddFillValues& odd_fill_values);

}  // namespace ncf::store::netcdf
