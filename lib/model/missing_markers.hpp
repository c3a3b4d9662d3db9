// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which numbers mark missing data. Pure functions, any thread.
#pragma once

#include "model/schema.hpp"
#include "model/values.hpp"

namespace ncf::model {

/// `_FillValue`, or netCDF's default if there is none, and then those of `missing_value`: as the
/// variable's type holds them, without those that it cannot hold. Bytes have no default. Empty for
/// types that are not numbers.
[[nodiscard]] Values missing_markers_of(const Variable& variable);

}  // namespace ncf::model
