// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A record of copies into a folder, with their inputs and options: a hidden file in that folder
// with one line of JSON for each copy. The last line for an output counts. Concurrent runs share
// the file, and lock the outputs they are making in it.
//
// A line is added after the copy has its final name on disk. So a run killed at any time leaves at
// worst a copy without a line. Incomplete lines are ignored. The locks belong to an open file: they
// end with the processes that have it open, and NFS servers support them.
//
// A run that opens a journal with mostly outdated lines replaces it by one without them. It does so
// only if no other run has the journal open: another run would keep the old file and share neither
// locks nor lines with runs that open the new one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/descriptor.hpp"
#include "base/file_state.hpp"

namespace ncf::ops {

struct CopyRecord {
  std::string output;  ///< name in the folder
  std::string input;   ///< absolute path, links resolved
  nlohmann::json options;
  base::FileState input_state;   ///< before it was copied
  base::FileState output_state;  ///< when it was complete
};

/// The record as it reads back from a journal: bytes that are not UTF-8 are replaced.
[[nodiscard]] CopyRecord as_written(const CopyRecord& record);

class CopyJournal {
 public:
  static constexpr const char* file_name = ".ncfcopy-journal";

  /// Opens the journal of a folder, or creates it. Empty if the user may not write it, for example
  /// in a shared folder. throws: Error(io), also if it is not a regular file.
  [[nodiscard]] static std::optional<CopyJournal> open(const std::filesystem::path& folder);

  /// Locks an output until `unlock`, or until the process and its children end. False if another
  /// run has the lock.
  [[nodiscard]] bool try_lock(const std::string& output);
  void unlock(const std::string& output) noexcept;
  /// Whether the file system was found to have no locks when the journal was opened: then
  /// `try_lock` always returns true.
  [[nodiscard]] bool has_no_locks() const noexcept { return has_no_locks_; }

  struct Found {
    CopyRecord record;
    bool is_recent = false;  ///< added since this journal was opened
  };
  /// The last record of an output by any run. throws: Error(io).
  [[nodiscard]] std::optional<Found> find(const std::string& output);

  /// throws: Error(io).
  void add(const CopyRecord& record);

 private:
  class Turn;

  CopyJournal(std::filesystem::path path, base::Descriptor file);
  [[nodiscard]] static std::optional<CopyJournal> open_once(const std::filesystem::path& path);
  /// Joins the runs that have the journal open; false if it was replaced meanwhile.
  [[nodiscard]] bool join();
  /// Replaces the journal by its current records. False if that is not worthwhile, or another run
  /// has it open. throws: Error(io).
  bool compact();
  void read_new();
  void take_line(const std::string& line, std::uint64_t offset);
  /// Returns -1 and sets errno if it gets no lock.
  int lock_byte(std::int64_t offset, short type, bool waiting) const noexcept;

  std::filesystem::path path_;
  base::Descriptor file_;
  std::uint64_t opened_at_ = 0;  ///< size when it was opened
  std::uint64_t read_bytes_ = 0;
  std::size_t read_lines_ = 0;
  std::map<std::string, Found> records_;
  bool has_no_locks_ = false;
};

}  // namespace ncf::ops
