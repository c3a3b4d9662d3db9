// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Of what was tried, what is worth having: pure functions on sizes and times, any thread.
#pragma once

#include <cstddef>
#include <vector>

#include "ncf/tune.hpp"

namespace ncf::ops {

/// What a choice costs.
struct Cost {
  double bytes = 0;    ///< as stored
  double seconds = 0;  ///< to encode and to decode once
};

/// Whether each is on the Pareto front: no other is as small and as fast. Of equals the first is.
[[nodiscard]] std::vector<bool> pareto_front(const std::vector<Cost>& costs);

/// The one to choose: of those that reach the goal's part of the best compression (ncf::TuneGoal),
/// the one that takes the least time. Where hardly anything can be saved, the one that takes the
/// least time of all. It is on the front.
/// raw_bytes: what the ratios are of. costs: at least one; bytes above 0.
[[nodiscard]] std::size_t choose(const std::vector<Cost>& costs, double raw_bytes, TuneGoal goal);

}  // namespace ncf::ops
