// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that files joined by references define the same groups, dimensions, types and variables,
// in any order. Pure functions, any thread.
#pragma once

#include <vector>

#include "model/schema/schema.hpp"
#include "ops/references/reference_series.hpp"

namespace ncf::ops {

/// Returns the ids of the first input's variables in another one.
/// throws: Error(unsupported) naming the group, dimension, type or variable that only one of them
/// has, or whose definition differs. Attributes of groups and the length of the joined dimension
/// may differ.
std::vector<model::VariableId> match_definitions(const model::Schema& first,
                                                 const model::Schema& other,
                                                 const ReferenceSeries& series);

/// Returns whether the attributes of all groups are equal; both have the same groups.
bool have_same_group_attributes(const model::Schema& a, const model::Schema& b);

}  // namespace ncf::ops
