// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the pages of a file and of an archive have in common. Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include "ncf/tune.hpp"
#include "ops/page/html.hpp"

namespace ncf::ops {

/// Returns a chart of the sizes against the speeds, with the Pareto front and the choice, and a
/// table of the same trials.
/// name: of what was tuned, for readers who cannot see the chart.
[[nodiscard]] page::Html format_trials(const TunedVariable& variable, const std::string& name);

/// Returns Python code after an introduction, and its note; what is empty is left out.
[[nodiscard]] page::Html draw_xarray(const Notation& xarray, const page::Html& introduction);

[[nodiscard]] page::Html format_notes(const std::vector<std::string>& notes);

}  // namespace ncf::ops
