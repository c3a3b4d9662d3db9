// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Metadata of an array that netCDF expresses as attributes: the fill value, and the units of dates.
// Pure functions.
#pragma once

#include <optional>
#include <string>

#include "model/schema/schema.hpp"
#include "store/zarr/metadata/array.hpp"

namespace ncf::store::zarr {

/// Adds `_FillValue`, and for dates and time spans `units`, to the attributes as read, and
/// determines the value of missing chunks, in the array and the variable. If an attribute with such
/// a name already exists, this becomes the array's fault. Returns a text about `_FillValue` if
/// it had another value than readers of the store use.
std::optional<std::string> complete_attributes(bool is_nczarr, ArrayMetadata& array,
                                               model::Variable& variable);

}  // namespace ncf::store::zarr
