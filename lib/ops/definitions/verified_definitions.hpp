// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Requires that readers find the groups, types, dimensions, variables and attributes that were
/// asked for, as far as the format expresses them. read_back: the schema of the output, opened
/// again.
/// throws: Error(corrupt) naming the first difference.
void verify_definitions(const model::Schema& asked, const model::Schema& read_back);

}  // namespace ncf::ops
