// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Unlimited dimensions are as long as in the input, whatever of their variables is copied. They
// grow with what is written: so a variable that is defined, but not copied, is made as long as in
// the input, and so is one that is copied, where it alone has a dimension and ends before it.
#pragma once

#include "model/target.hpp"
#include "ops/copy/copy_decision.hpp"

namespace ncf::ops {

/// After all values are written. `output` has the ids of the output schema. throws: Error.
void extend_to_lengths(const CopyDecision& decision, model::Target& output);

}  // namespace ncf::ops
