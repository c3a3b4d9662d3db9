// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects the best of the trials: pure functions on sizes and times, any thread.
#pragma once

#include <cstddef>
#include <vector>

#include "ncf/tune.hpp"

namespace ncf::ops {

/// The cost of a choice.
struct Cost {
  double bytes = 0;    ///< as stored
  double seconds = 0;  ///< to encode and decode once
};

/// Returns whether each is on the Pareto front: no other is both as small and as fast. Of equals,
/// the first is.
[[nodiscard]] std::vector<bool> pareto_front(const std::vector<Cost>& costs);

/// Chooses the fastest of those that achieve the goal's part of the best compression
/// (ncf::TuneGoal); if hardly anything can be saved, the fastest of all. The result is on the
/// front.
/// raw_bytes: basis of the ratios. costs: not empty; bytes above 0.
[[nodiscard]] std::size_t choose(const std::vector<Cost>& costs, double raw_bytes, TuneGoal goal);

}  // namespace ncf::ops
