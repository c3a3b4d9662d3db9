// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The outcome of one file of many as a line of JSON: the common format of `--journal`, of
// `--report=jsonl` and of the record of copies in an output folder.
//
// Text that is not UTF-8 is kept (base/json). Pure functions, any thread.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/file_state.hpp"
#include "base/json/records.hpp"
#include "ncf/copy_many.hpp"

namespace ncf {

constexpr auto names_of(FileCopy::Outcome /*any*/) {
  return std::to_array<std::string_view>(
      {"planned", "copied", "kept", "skipped", "left out", "failed"});
}

void fields(auto& archive, ExpectedCopy& expected) {
  archive("known_bytes", expected.known_bytes, "encoded_raw_bytes", expected.encoded_raw_bytes,
          "sample_bytes", expected.sample_bytes, "encoded_bytes", expected.encoded_bytes,
          "cpu_seconds", expected.cpu_seconds);
}

/// name: of the output, as in JournalLine.
void journal_fields(auto& archive, FileCopy& file, std::string& name) {
  using base::unless_empty;
  // The bindings name all members, so a new member does not compile until it is handled here.
  auto& [input, output, outcome, failure, failure_kind, copied_again, notes, absent, verified,
         input_bytes, output_bytes, peak_memory_bytes, expected, input_sha256, output_sha256,
         options, seconds, ended, helpers] = file;
  archive("time", ended, "outcome", outcome, "input", input, "output", unless_empty(output), "name",
          unless_empty(name), "copied_again", unless_empty(copied_again), "failure",
          unless_empty(failure), "failure_kind", unless_empty(failure_kind), "input_bytes",
          input_bytes, "output_bytes", output_bytes);
  if (outcome == FileCopy::Outcome::planned) {
    archive("peak_memory_bytes", peak_memory_bytes, "expected", expected);
  }
  archive("input_sha256", unless_empty(input_sha256), "output_sha256", unless_empty(output_sha256),
          "seconds", base::thousandths(seconds), "helpers", unless_empty(helpers), "verified",
          verified, "notes", notes, "absent", unless_empty(absent), "options",
          base::embedded(options));
}

void fields(auto& archive, FileCopy& file) {
  std::string name;
  journal_fields(archive, file, name);
}

namespace ops {

struct JournalLine {
  FileCopy file;     ///< with absolute paths, links resolved; a URL as it was given
  std::string name;  ///< of the output below the output folder, by which it is found
  /// The states that --resume compares, for copies that it may skip.
  std::optional<base::FileState> input_state;   ///< before it was copied
  std::optional<base::FileState> output_state;  ///< when it was complete
};

void fields(auto& archive, JournalLine& line) {
  journal_fields(archive, line.file, line.name);
  archive("input_state", base::unless_empty(line.input_state), "output_state",
          base::unless_empty(line.output_state));
}

/// Formats the line that a run begins with in the user's journal: its time, and the versions of ncf
/// and of the libraries. It is no line of a file.
[[nodiscard]] std::string format_run_line(std::chrono::system_clock::time_point begun);

/// Formats a line, which ends with its only newline.
[[nodiscard]] std::string format_journal_line(const JournalLine& line);

/// Parses a line: the inverse, with times in whole seconds. text: without the newline. Empty if it
/// is not a complete line of a journal.
[[nodiscard]] std::optional<JournalLine> parse_journal_line(std::string_view text);

}  // namespace ops
}  // namespace ncf
