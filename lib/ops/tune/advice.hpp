// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Turns measurements into advice. Pure; any thread.
#pragma once

#include <vector>

#include "ncf/tune.hpp"
#include "ops/tune/front.hpp"

namespace ncf::ops {

/// Returns the cost of each trial of a variable in the copy.
[[nodiscard]] std::vector<Cost> costs_of(const TunedVariable& variable);

/// Marks the Pareto front of each variable and the filters to choose for the goal, sets their
/// predicted stored size, and sorts the trials. All variables get the same filters if that is
/// hardly worse than the best for each.
void advise(std::vector<TunedVariable>& variables, TuneGoal goal);

}  // namespace ncf::ops
