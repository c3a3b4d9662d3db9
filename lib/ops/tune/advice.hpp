// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// From what was measured to what is advised. Pure; any thread.
#pragma once

#include <vector>

#include "ncf/tune.hpp"
#include "ops/tune/front.hpp"

namespace ncf::ops {

/// What each trial of a variable would cost in the copy.
[[nodiscard]] std::vector<Cost> costs_of(const TunedVariable& variable);

/// Marks the front of each variable and the filters to choose for the goal, sets the bytes they
/// are predicted to store, and puts the trials in order. Where the same filters for all variables
/// are hardly worse than the best of each, all get the same.
void advise(std::vector<TunedVariable>& variables, TuneGoal goal);

}  // namespace ncf::ops
