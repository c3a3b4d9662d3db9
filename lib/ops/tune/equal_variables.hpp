// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Variables of several files that mean the same, and therefore get the same filters. Pure; any
// thread.
#pragma once

#include <vector>

#include "ncf/tune_many.hpp"

namespace ncf::ops {

/// Adds up the variables with one path, and those of one type with one standard name and one bound.
[[nodiscard]] std::vector<TuneManyVariable> merge_equal(
    const std::vector<TunedVariable>& variables);

/// Does what `advise` does, for all of them.
void advise_on_archive(std::vector<TuneManyVariable>& variables, TuneGoal goal);

/// Returns the report of a file that has all of them, each once, for the options of a copy.
[[nodiscard]] TuneReport as_one_file(const std::vector<TuneManyVariable>& variables);

}  // namespace ncf::ops
