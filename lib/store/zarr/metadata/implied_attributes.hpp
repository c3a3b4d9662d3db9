// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the metadata of an array say and netCDF says in attributes: the fill value, and the units of
// dates. Pure functions.
#pragma once

#include "model/schema.hpp"
#include "store/zarr/metadata/array.hpp"

namespace ncf::store::zarr {

/// Adds `_FillValue`, and for dates and time spans `units`, to the attributes as read, and
/// determines what missing chunks read as, in the array and the variable. A fault of the array is
/// the result where an attribute of such a name exists.
void complete_attributes(bool is_nczarr, ArrayMetadata& array, model::Variable& variable);

}  // namespace ncf::store::zarr
