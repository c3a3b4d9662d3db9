// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the definitions of two datasets: groups, types, dimensions, variables and attributes,
// matched by their paths. Differences in storage are kept separate, and so are those that one of
// two formats cannot express. With `--verify`, the definitions of an output are compared with those
// requested.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/compare.hpp"
#include "ops/definitions/compare_scope.hpp"

namespace ncf::ops {

/// Adds the differences to `report`.
void compare_definitions(const model::Schema& first, const model::Schema& second,
                         const CompareScope& scope,
                         const std::vector<std::string>& ignored_attributes, CompareReport& report);

/// Requires that readers find the groups, types, dimensions, variables and attributes that were
/// asked for, as far as the format expresses them. read_back: the schema of the output, opened
/// again.
/// throws: Error(corrupt) naming the first difference.
void verify_definitions(const model::Schema& asked, const model::Schema& read_back);

}  // namespace ncf::ops
