// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the schema of a file opened through libnetcdf. I/O thread only.
#pragma once

#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::store::netcdf {

/// A variable's ids in libnetcdf.
struct VariableHandle {
  int ncid = 0;  ///< of its group
  int varid = 0;
};

struct OpenSchema {
  model::Schema schema;
  std::vector<VariableHandle> handles;  ///< in the order of schema.variables
};

/// Reads everything except the values of variables. throws: Error naming what could not be read.
OpenSchema read_schema(int ncid);

/// ncid: of the file's root group. throws: Error.
model::Provenance read_provenance(int ncid);

}  // namespace ncf::store::netcdf
