// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filters that were tried, as a picture and a table. Pure function; any thread.
#pragma once

#include <string>

#include "ncf/tune.hpp"
#include "ops/page/html.hpp"

namespace ncf::ops {

/// Returns a chart of the sizes against the speeds, with the Pareto front and the choice, and a
/// table of the same trials.
/// name: of what was tuned, for readers who cannot see the chart.
[[nodiscard]] page::Html format_trials(const TunedVariable& variable, const std::string& name);

}  // namespace ncf::ops
