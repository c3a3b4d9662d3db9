// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The outcome of one file of many as a line of JSON: the common format of `--journal`, of
// `--report=jsonl` and of the record of copies in an output folder.
//
// Text that is not UTF-8 is kept (base/json). Pure functions, any thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/file_state.hpp"
#include "ncf/copy_many.hpp"

namespace ncf::ops {

struct JournalLine {
  FileCopy file;     ///< with absolute paths, links resolved; a URL as it was given
  std::string name;  ///< of the output below the output folder, by which it is found
  /// The states that --resume compares, for copies that it may skip.
  std::optional<base::FileState> input_state;   ///< before it was copied
  std::optional<base::FileState> output_state;  ///< when it was complete
};

/// Returns "planned", "copied", "kept", "skipped", "left out" or "failed".
[[nodiscard]] std::string_view outcome_name(FileCopy::Outcome outcome);

/// Formats the line that a run begins with in the user's journal: its time, and the versions of ncf
/// and of the libraries. It is no line of a file.
[[nodiscard]] std::string format_run_line(std::chrono::system_clock::time_point begun);

/// Formats a line, which ends with its only newline.
[[nodiscard]] std::string format_journal_line(const JournalLine& line);

/// Parses a line: the inverse, with times in whole seconds. text: without the newline. Empty if it
/// is not a complete line of a journal.
[[nodiscard]] std::optional<JournalLine> parse_journal_line(std::string_view text);

}  // namespace ncf::ops
