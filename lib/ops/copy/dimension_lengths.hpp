// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps unlimited dimensions as long as in the input. They grow only with written values, so a
// variable that is defined but not copied is extended. If no copied value reaches the end of a
// dimension, its first variable is extended.
#pragma once

#include "model/dataset/target.hpp"
#include "ops/copy/copy_decision.hpp"

namespace ncf::ops {

/// Call it after all values are written. output: has the ids of the output schema. throws: Error.
void extend_to_lengths(const CopyDecision& decision, model::Target& output);

}  // namespace ncf::ops
