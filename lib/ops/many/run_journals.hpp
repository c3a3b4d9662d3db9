// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The records of a run over many files: the record of the output folder, with which runs skip and
// share copies, and the journal that the user requested; and what they say of earlier copies. If
// the record lacks a copy, the journal of earlier runs may have it; it is then recorded again. A
// run in place has no output folder; its journal, if there is one, is also its record.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "ncf/copy_many.hpp"
#include "ops/many/copy_journal.hpp"
#include "ops/many/input_list.hpp"

namespace ncf::ops {

class RunJournals {
 public:
  /// Makes the output folder if there is none. A plan only reads. throws: Error(io, usage), and
  /// leaves no new folder behind.
  explicit RunJournals(const CopyManyOptions& options);

  /// Returns why simultaneous runs would copy files twice, or why this run is not recorded; empty
  /// if neither is the case.
  [[nodiscard]] std::string find_shortcoming() const;

  /// Locks an output, see CopyJournal. Without a record, all locks are granted.
  [[nodiscard]] bool try_lock(const ListedFile& listed);
  void unlock(const ListedFile& listed) noexcept;
  /// Finds a copy that `accepts` accepts; null if there is none. The pointer is valid until the
  /// next call. throws: Error(io).
  using Acceptance = std::function<bool(const CopyJournal::Found&)>;
  [[nodiscard]] const CopyJournal::Found* find_copy(const ListedFile& listed,
                                                    const Acceptance& accepts);

  /// Records the present states of a file and its copy, which had others when the copy was
  /// recorded. throws: Error(io).
  void renew(const ListedFile& listed);

  /// Records the outcome of a file, after its output has its name. Without the state that the input
  /// had before the copy, it will not be skipped later. Adds a note to the file if it could not be
  /// recorded. Returns the line. throws: Error(io) if the journal cannot be written.
  JournalLine add(ListedFile& listed);

 private:
  [[nodiscard]] CopyJournal* record() noexcept;
  [[nodiscard]] const CopyJournal::Found* find_in_journal(const ListedFile& listed,
                                                          const Acceptance& accepts);
  void record_copy(JournalLine& line, FileCopy& file);

  bool is_plan_ = false;
  std::filesystem::path folder_;              ///< empty in place
  std::optional<CopyJournal> folder_record_;  ///< empty in place, and if it cannot be written
  std::optional<CopyJournal> journal_;        ///< requested by the user
  /// The journal of earlier runs, which is read only if the record lacks a copy; empty in place,
  /// and without --resume.
  std::filesystem::path earlier_path_;
  std::optional<CopyJournal> earlier_;
};

// ---- Whether a copy of an earlier run still counts, and if not, why ----

/// What is known of an earlier copy.
struct EarlierCopy {
  std::string outdated;        ///< why it is made again: "other options"; empty if it still counts
  bool has_new_state = false;  ///< its state differs from the journal's, but its contents do not
};

/// Compares a line of a journal with a file as it is now. If only the state of a file has changed,
/// and the line has its checksum, the file is read. In place, the input was replaced.
[[nodiscard]] EarlierCopy examine_copy(const JournalLine& made, const ListedFile& asked,
                                       const CopyOptions& options);

}  // namespace ncf::ops
