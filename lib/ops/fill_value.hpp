// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Handles an attribute `_FillValue` with another type than its variable: it is not a fill value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Returns whether the attribute is absent, or is one value of the variable's type.
[[nodiscard]] bool has_fitting_fill_value(const model::Variable& variable);

/// Converts the attribute to one value of the variable's type, or removes it if that is impossible;
/// both with a note. netCDF-4 requires this, and so does any format for a variable that is filled;
/// older formats accept any attribute.
/// path: of the variable. who: what requires it, for the note.
void adapt_fill_value(model::Variable& variable, const std::string& path, std::string_view who,
                      std::vector<std::string>& notes);

}  // namespace ncf::ops
