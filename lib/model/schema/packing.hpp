// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What attributes say about packed numbers. Pure functions, any thread.
// source: CF conventions 1.11, section 8.1; netCDF Users Guide, appendix A (_Unsigned)
#pragma once

#include "model/schema/schema.hpp"

namespace ncf::model {

/// Returns whether readers unpack the values: multiply them by `scale_factor` or add `add_offset`.
[[nodiscard]] bool is_packed(const Variable& variable);

/// Returns whether the numbers of a signed type are unsigned ones, as `_Unsigned` says.
[[nodiscard]] bool is_unsigned(const Variable& variable);

}  // namespace ncf::model
