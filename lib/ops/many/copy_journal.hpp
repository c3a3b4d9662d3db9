// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Files of journal lines (ops/many/journal_line.hpp) to which runs append. There are two:
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

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/descriptor.hpp"
#include "ops/many/journal_line.hpp"

namespace ncf::ops {

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

}  // namespace ncf::ops
