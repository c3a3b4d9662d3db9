// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The attribute `_FillValue` if its type is not the variable's: then it is not a fill value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/schema.hpp"

namespace ncf::ops {

/// Whether the attribute, if there is one, is one value of the variable's type.
[[nodiscard]] bool has_fitting_fill_value(const model::Variable& variable);

/// netCDF-4, and in every format what fills a variable, want a fill value of the variable's own
/// type, one value; older formats take anything as an attribute. Converts the attribute if it can
/// be, else removes it; either is noted. path: of the variable. who: what requires it.
void adapt_fill_value(model::Variable& variable, const std::string& path, std::string_view who,
                      std::vector<std::string>& notes);

}  // namespace ncf::ops
