// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a copy must keep if it replaces its input, because nothing else has it. Pure function.
#pragma once

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// output: made from `input`, with the same groups and variables. throws: Error(unsupported) naming
/// an attribute that is left out, or a group, dimension or variable that gets another name.
void require_kept_in_place(const model::Schema& input, const model::Schema& output);

}  // namespace ncf::ops
