// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The limits of each format. A pure function, called before an output is touched.
// source: netCDF User Guide, "File structure and performance" and "NetCDF Classic Format
// Limitations"; nc_def_var, nc_def_dim
#pragma once

#include "model/schema/schema.hpp"

namespace ncf::store {

/// throws: Error(unsupported) naming the first group, type, dimension, variable or attribute that
/// files of `schema.format` cannot hold, with advice.
void check_format(const model::Schema& schema);

}  // namespace ncf::store
