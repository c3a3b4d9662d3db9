// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The command that makes an advised copy. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ncf/copy.hpp"
#include "ncf/tune.hpp"

namespace ncf::ops {

/// Returns the trial with the chosen filters of a variable. There must be one.
[[nodiscard]] const TuneTrial& chosen_trial(const TunedVariable& variable);

/// Returns how values are rounded before the chosen filters; empty if they are not, or if these
/// filters round themselves.
[[nodiscard]] std::string rounding_of_choice(const TunedVariable& variable);

/// Returns the largest error of the values tried, with the choice; empty if values stay exact.
[[nodiscard]] std::optional<double> error_of_choice(const TunedVariable& variable);

/// Returns `path` as a selector that matches only this variable, whatever characters it contains.
/// source: grammar/filter-spec.ebnf, rule path
[[nodiscard]] std::string selector_of(const std::string& path);

/// Returns the options of the copy: one `-F` or `--quantize` for all variables that share a choice.
/// If the list of names would be long, the most frequent filters that suit any type and chunk
/// apply to all variables but coordinates (`:data`).
/// may_select_all: all variables that are not tuned may have filters. max_named: a list of more
/// names is long.
[[nodiscard]] CopyOptions options_to_copy(const TuneReport& report, const std::string& output,
                                          bool may_select_all, std::size_t max_named = 8);

/// Returns whether an option is for some variables only.
[[nodiscard]] bool names_variables(const CopyOptions& options);

/// Returns the first words of the command line: the program, its filters and roundings.
[[nodiscard]] std::vector<std::string> words_of_options(const CopyOptions& options);

/// Returns the words of the command line.
[[nodiscard]] std::vector<std::string> words_of_command(const CopyOptions& options);

}  // namespace ncf::ops
