// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Turns the sizes and times of trials into advice, for a file or an archive. Pure functions; any
// thread.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ncf/tune.hpp"
#include "ncf/tune_many.hpp"

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

/// Marks the Pareto front of each variable and the filters to choose for the goal, sets their
/// predicted stored size, and sorts the trials. All variables get the same filters if that is
/// hardly worse than the best for each.
void advise(std::vector<TunedVariable>& variables, TuneGoal goal);

// ---- Variables of several files that mean the same, and therefore get the same filters ----

/// Adds up the variables with one path, and those of one type with one standard name and one bound.
[[nodiscard]] std::vector<TuneManyVariable> merge_equal(
    const std::vector<TunedVariable>& variables);

/// Does what `advise` does, for all of them.
void advise_on_archive(std::vector<TuneManyVariable>& variables, TuneGoal goal);

/// Returns the report of a file that has all of them, each once, for the options of a copy.
[[nodiscard]] TuneReport as_one_file(const std::vector<TuneManyVariable>& variables);

}  // namespace ncf::ops
