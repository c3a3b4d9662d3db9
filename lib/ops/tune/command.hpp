// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The command that copies a file as was advised. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "ncf/copy.hpp"
#include "ncf/tune.hpp"

namespace ncf::ops {

/// `path` as a selector that means this variable alone, whatever characters it holds.
/// source: grammar/filter-spec.ebnf, rule path
[[nodiscard]] std::string selector_of(const std::string& path);

/// The options of the copy: for each choice of filters, and of rounding, the variables that share
/// it. Filters most variables share go to all (`*`) where all may have them and names would be
/// many.
/// may_select_all: no variable that is not tuned must be kept from filters.
[[nodiscard]] CopyOptions options_to_copy(const TuneReport& report, const std::string& output,
                                          bool may_select_all);

/// Its words.
[[nodiscard]] std::vector<std::string> words_of_command(const CopyOptions& options);

/// The words as a line for a shell.
[[nodiscard]] std::string format_command(const std::vector<std::string>& words);

}  // namespace ncf::ops
