// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What was copied into a folder, from what and how: a hidden file in that folder, with a line of
// JSON for each copy. The last line about an output holds. Runs that are at work on the folder at
// the same time share the file, and lock in it the outputs that they are making.
//
// A line is added when its copy has its name on the disk, so that a run that is killed at any time
// leaves at worst a copy without a line. A line that is not whole is ignored. The locks are those
// of an open file, which vanish with the processes that have it open, and which servers of NFS
// know.
//
// A journal in which most lines no longer hold is replaced by one without them when a run opens it.
// Only a run that has the journal for itself does that: locks and lines are those of one file, and
// a run that still had the old one open would share neither with runs that open the new one.
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
  std::string input;   ///< absolute path without links
  nlohmann::json options;
  base::FileState input_state;   ///< before it was copied
  base::FileState output_state;  ///< when it was complete
};

class CopyJournal {
 public:
  static constexpr const char* file_name = ".ncfcopy-journal";

  /// Opens that of a folder, or makes one. Empty where this user may not write it, as in a shared
  /// folder where another user made it. throws: Error(io), also for what is not an ordinary file.
  [[nodiscard]] static std::optional<CopyJournal> open(const std::filesystem::path& folder);

  /// Takes the right to make an output, until `unlock` or the end of the process and its children.
  /// False if another run has it.
  [[nodiscard]] bool try_lock(const std::string& output);
  void unlock(const std::string& output) noexcept;
  /// Whether the file system has no locks, as found when it was opened: `try_lock` is then always
  /// true.
  [[nodiscard]] bool has_no_locks() const noexcept { return has_no_locks_; }

  struct Found {
    CopyRecord record;
    bool is_recent = false;  ///< was added since this journal was opened
  };
  /// The last record of an output, whichever run added it. throws: Error(io).
  [[nodiscard]] std::optional<Found> find(const std::string& output);

  /// throws: Error(io).
  void add(const CopyRecord& record);

 private:
  class Turn;

  CopyJournal(std::filesystem::path path, base::Descriptor file);
  [[nodiscard]] static std::optional<CopyJournal> open_once(const std::filesystem::path& path);
  /// Joins the runs that have the journal open; false if it was replaced meanwhile.
  [[nodiscard]] bool join();
  /// Replaces the journal by one of the records that hold; false if that is not worth it, or
  /// another run has it open. throws: Error(io).
  bool compact();
  void read_new();
  void take_line(const std::string& line, std::uint64_t offset);
  /// -1 with errno where there is no lock.
  int lock_byte(std::int64_t offset, short type, bool waiting) const noexcept;

  std::filesystem::path path_;
  base::Descriptor file_;
  std::uint64_t opened_at_ = 0;  ///< bytes that were there
  std::uint64_t read_bytes_ = 0;
  std::size_t read_lines_ = 0;
  std::map<std::string, Found> records_;
  bool has_no_locks_ = false;
};

}  // namespace ncf::ops
