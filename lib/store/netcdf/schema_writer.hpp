// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines a schema in a classic file that is open through libnetcdf for creation.
#pragma once

#include <string>
#include <vector>

#include "model/schema.hpp"

namespace ncf::store::netcdf {

/// An attribute `_FillValue` that is not one value of its variable's type. Files have such, but
/// libnetcdf fails when it fills with it; so it has another name until all is written.
struct OddFillValue {
  int varid = 0;
  std::string name;  ///< the other one
};
using OddFillValues = std::vector<OddFillValue>;

/// Makes the definitions of `schema` in the new, empty file `ncid` and leaves it in define mode.
///
/// A variable's `no_fill` is not stored: it spares writing fill values that data replaces at once,
/// and belongs on variables that are written whole.
/// throws: Error naming the dimension, variable or attribute that libnetcdf refuses.
OddFillValues define_schema(int ncid, const model::Schema& schema);

/// Gives them their names. The file is in data mode, and no more values are written.
void rename_fill_values(int ncid, const OddFillValues& odd_fill_values);

}  // namespace ncf::store::netcdf
