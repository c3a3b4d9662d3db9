// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines a schema in a classic file that is open through libnetcdf for creation.
#pragma once

#include "model/schema.hpp"

namespace ncf::store::netcdf {

/// Makes the definitions of `schema` in the new, empty file `ncid` and leaves it in define mode.
///
/// A variable's `no_fill` is not stored: it spares writing fill values that data replaces at once,
/// and belongs on variables that are written whole.
/// throws: Error naming the dimension, variable or attribute that libnetcdf refuses.
void define_schema(int ncid, const model::Schema& schema);

}  // namespace ncf::store::netcdf
