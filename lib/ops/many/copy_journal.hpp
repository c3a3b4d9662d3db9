// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The journals of runs over many files. The outcome of each file is a line of JSON, the common
// format of `--journal`, of `--report=jsonl` and of the record of copies in an output folder. Text
// that is not UTF-8 is kept (base/json). Runs append lines to two kinds of files:
//
// - The record of an output folder, a hidden file in it, has a line for each copy. If an output has
//   several lines, the last one counts. When a run opens the file, most lines are outdated, and no
//   other run has it open, the run removes the others. (Another run would keep the old file and
//   share neither locks nor lines with runs that open the new one.)
// - The journal that a user names has a line for each outcome of each file, and keeps them all. A
//   line is on disk when `add` returns, except that of a skipped file.
//
// Concurrent runs share the file, and lock in it the outputs that they are making. A line is added
// after the copy has its final name on disk, so a run killed at any time leaves at worst a copy
// without a line. Incomplete lines are ignored. The locks belong to an open file: they end with the
// processes that have it open, and NFS servers support them.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/descriptor.hpp"
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

/// Formats a line, which ends with its only newline.
[[nodiscard]] std::string format_journal_line(const JournalLine& line);

/// Parses a line: the inverse, with times in whole seconds. text: without the newline. Empty if it
/// is not a complete line of a journal.
[[nodiscard]] std::optional<JournalLine> parse_journal_line(std::string_view text);

class CopyJournal {
 public:
  /// Opens or creates the record of a folder. Returns empty if the user may not write it, for
  /// example in a shared folder. throws: Error(io), also if it is not a regular file.
  [[nodiscard]] static std::optional<CopyJournal> open_in(const std::filesystem::path& folder);
  /// Opens or creates the journal of a user. throws: Error(usage), also if the file contains
  /// anything else; Error(io).
  [[nodiscard]] static CopyJournal open(const std::filesystem::path& path);

  enum class Kind {
    record,  ///< of an output folder; outputs are found by their names below it
    kept,    ///< named by a user; outputs are found by their whole paths
  };

  /// Opens the journal with this path, read-only, with the lines that it has now; empty if there is
  /// none. throws: Error(io).
  [[nodiscard]] static std::optional<CopyJournal> open_to_read(const std::filesystem::path& path,
                                                               Kind kind);

  /// Locks an output until `unlock`, or until the process and its children end. Returns false if
  /// another run has the lock.
  [[nodiscard]] bool try_lock(const std::string& output);
  void unlock(const std::string& output) noexcept;
  /// Returns whether the file system was found to have no locks when the journal was opened: then
  /// `try_lock` always returns true.
  [[nodiscard]] bool has_no_locks() const noexcept { return has_no_locks_; }

  struct Found {
    JournalLine line;
    bool is_recent = false;  ///< added since this journal was opened
  };
  /// Finds the last copy to an output of this name, by any run, that may be skipped; null if there
  /// is none. The pointer is valid until the next call. throws: Error(io).
  [[nodiscard]] const Found* find(const std::string& output);

  /// Appends a line. throws: Error(io).
  void add(const JournalLine& line);
  /// Appends the line with which a run begins. throws: Error(io).
  void add_run();

 private:
  class Turn;

  void append(const std::string& line);
  CopyJournal(std::filesystem::path path, base::Descriptor file, Kind kind);
  [[nodiscard]] static std::optional<CopyJournal> open_once(const std::filesystem::path& path);
  /// Joins the runs that have the journal open; returns false if it was replaced meanwhile.
  [[nodiscard]] bool join();
  /// Replaces the journal by its current records. Returns false if that is not worthwhile, or
  /// another run has it open. throws: Error(io).
  bool compact();
  void read_new();
  void take_line(std::string_view line, std::uint64_t offset);
  /// Locks a byte. Returns -1 and sets errno if that fails.
  int lock_byte(std::int64_t offset, short type, bool waiting) const noexcept;

  std::filesystem::path path_;
  base::Descriptor file_;
  Kind kind_;
  std::uint64_t opened_at_ = 0;  ///< size when it was opened
  std::uint64_t read_bytes_ = 0;
  std::size_t read_lines_ = 0;
  std::map<std::string, Found> copies_;  ///< by output
  bool has_no_locks_ = false;
  bool is_read_only_ = false;
};

}  // namespace ops
}  // namespace ncf
