// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects the best of the trials: pure functions on sizes and times, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ncf/tune.hpp"

namespace ncf::ops {

/// The cost of a choice.
struct Cost {
  double bytes = 0;    ///< as stored
  double seconds = 0;  ///< see time_of
};

/// Returns the time to encode values once and to decode them as often as a file is read: ten times.
[[nodiscard]] double time_of(double encode_seconds, double decode_seconds) noexcept;

/// Returns the time, with that to move the bytes as often at 500 MB/s, times the square of the
/// bytes: one percent of the size counts as two of the time.
[[nodiscard]] double price_of(const Cost& cost) noexcept;

/// Returns whether each is on the Pareto front: no other is both as small and as fast. Of equals,
/// the first is.
[[nodiscard]] std::vector<bool> pareto_front(const std::vector<Cost>& costs);

/// Chooses what suits the goal (ncf::TuneGoal); if hardly anything can be saved, the fastest of
/// all. The result is on the front, or `present`. raw_bytes: basis of the ratios. costs: not empty;
/// bytes above 0. present: the filters that stay if others are hardly better.
[[nodiscard]] std::size_t choose(const std::vector<Cost>& costs, double raw_bytes, TuneGoal goal,
                                 std::optional<std::size_t> present = {});

}  // namespace ncf::ops
