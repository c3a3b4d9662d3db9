// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The schema of a file that is open through libnetcdf.
#pragma once

#include <vector>

#include "model/source.hpp"

namespace ncf::store::netcdf {

/// How libnetcdf names a variable.
struct VariableHandle {
  int ncid = 0;  ///< of its group
  int varid = 0;
};

struct OpenSchema {
  model::Schema schema;
  std::vector<VariableHandle> handles;  ///< in the order of schema.variables
};

/// Reads everything but the values of variables. throws: Error naming what could not be read.
OpenSchema read_schema(int ncid);

/// Of the file whose root group this is. throws: Error.
model::Provenance read_provenance(int ncid);

}  // namespace ncf::store::netcdf
