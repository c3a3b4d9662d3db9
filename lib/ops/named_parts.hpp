// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of a dataset that users name: variables and groups, by path or by the end of a path.
// source: nccopy(1) and ncdump(1), options -v and -g
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/schema.hpp"

namespace ncf::ops {

/// Which of the variables or groups of a schema are meant, by id.
using Marks = std::vector<bool>;

/// An absolute name means one variable; any other all whose paths end in it.
/// option: what messages call it. throws: Error(usage) for an empty name; Error(not_found) for one
/// that no variable has.
Marks find_variables(const model::Schema& schema, const std::vector<std::string>& names,
                     std::string_view option);

/// The same for groups.
Marks find_groups(const model::Schema& schema, const std::vector<std::string>& names,
                  std::string_view option);

}  // namespace ncf::ops
