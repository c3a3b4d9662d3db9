// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds variables and groups that users name by path or by the end of a path.
// source: nccopy(1) and ncdump(1), options -v and -g
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// The selected variables or groups of a schema, by id.
using Marks = std::vector<bool>;

/// Returns ", did you mean /t2m?", or empty. Compares names with slashes with paths, others with
/// the ends of paths.
std::string advice_on_name(std::string_view name, const std::vector<std::string>& paths);

/// Marks the paths that the names of an option select: an absolute name selects one, any other name
/// all paths that end with it.
/// option, what: "-v" and "variable", for messages. paths: in normalization form C. findings: of
/// the file, which may explain why a path is missing. throws: Error(usage) for an empty name;
/// Error(not_found) for a name without a match.
Marks find_named(const std::vector<std::string>& names, std::string_view option,
                 std::string_view what, const std::vector<std::string>& paths,
                 std::span<const model::Finding> findings);

/// Does the same for the variables of a schema.
Marks find_variables(const model::Schema& schema, const std::vector<std::string>& names,
                     std::string_view option);

/// Does the same for its groups.
Marks find_groups(const model::Schema& schema, const std::vector<std::string>& names,
                  std::string_view option);

}  // namespace ncf::ops
