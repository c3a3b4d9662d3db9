// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines a schema in a file that is open through libnetcdf for creation.
#pragma once

#include "model/schema.hpp"

namespace ncf::store::netcdf {

/// Makes the definitions of `schema` in the new, empty file `ncid` and leaves it in define mode.
///
/// A variable's `no_fill` holds for classic files too, where it is not stored: it spares writing
/// fill values that data replaces at once, and belongs on variables that are written whole.
/// throws: Error naming the group, dimension, type or variable that libnetcdf refuses.
void define_schema(int ncid, const model::Schema& schema);

}  // namespace ncf::store::netcdf
