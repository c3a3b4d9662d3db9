// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the numbers that mark missing data. Pure functions, any thread.
#pragma once

#include "model/schema/schema.hpp"
#include "model/values/values.hpp"

namespace ncf::model {

/// Returns `_FillValue`, or netCDF's default if there is none, and then the values of
/// `missing_value`, all as they are meant (typed_markers.hpp). Bytes have no default. Empty for
/// types that are not numbers.
[[nodiscard]] Values missing_markers_of(const Variable& variable);

}  // namespace ncf::model
