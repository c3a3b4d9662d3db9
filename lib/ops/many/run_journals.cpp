// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/run_journals.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/files/file_state.hpp"
#include "ncf/error.hpp"
#include "ops/many/journal_line.hpp"
#include "ops/many/output_folders.hpp"
#include "ops/many/target_names.hpp"
#include "ops/trees/tree_walk.hpp"

namespace ncf::ops {
namespace {

using Outcome = FileCopy::Outcome;

/// Returns the name in the record: below the output folder, which may be moved; in place, the file
/// itself.
std::string key_of(const ListedFile& listed) {
  return listed.name.empty() ? listed.output_path.string() : listed.name.string();
}

JournalLine line_of(const ListedFile& listed, const FileCopy& file) {
  JournalLine line{file, listed.name, {}, {}};
  if (!listed.input_path.empty()) line.file.input = listed.input_path;
  line.file.output = listed.output_path;
  return line;
}

}  // namespace

RunJournals::RunJournals(const CopyManyOptions& options) : folder_(options.folder) {
  using Kind = CopyJournal::Kind;
  if (options.resume && !options.copy.in_place) earlier_path_ = options.journal;
  if (options.plan) {
    is_plan_ = true;
    if (options.copy.in_place) {
      journal_ = CopyJournal::open_to_read(options.journal, Kind::kept);
    } else {
      folder_record_ = CopyJournal::open_to_read(folder_ / folder_record_name, Kind::record);
    }
    return;
  }
  const bool is_new = !options.copy.in_place && make_output_folder(whole_path(options.folder));
  try {
    if (!options.journal.empty()) journal_.emplace(CopyJournal::open(options.journal));
    if (!options.copy.in_place) folder_record_ = CopyJournal::open_in(options.folder);
  } catch (...) {
    std::error_code ignored;
    if (is_new) std::filesystem::remove(options.folder, ignored);
    throw;
  }
  if (journal_) journal_->add_run();
}

CopyJournal* RunJournals::record() noexcept {
  if (folder_record_) return &*folder_record_;
  return folder_.empty() && journal_ ? &*journal_ : nullptr;
}

std::string RunJournals::find_shortcoming() const {
  if (folder_.empty() || is_plan_) return "";
  if (!folder_record_) {
    return fmt::format(
        "{} cannot be written by this user: this run is not recorded for --resume, and "
        "simultaneous runs would copy files twice",
        (folder_ / folder_record_name).string());
  }
  if (!folder_record_->has_no_locks()) return "";
  return "the output's file system has no locks: simultaneous runs would copy files twice";
}

bool RunJournals::try_lock(const ListedFile& listed) {
  CopyJournal* const journal = record();
  return is_plan_ || journal == nullptr || journal->try_lock(key_of(listed));
}

void RunJournals::unlock(const ListedFile& listed) noexcept {
  CopyJournal* const journal = record();
  if (!is_plan_ && journal != nullptr) journal->unlock(key_of(listed));
}

const CopyJournal::Found* RunJournals::find_copy(const ListedFile& listed,
                                                 const Acceptance& accepts) {
  CopyJournal* const journal = record();
  const auto* const found = journal == nullptr ? nullptr : journal->find(key_of(listed));
  if (found != nullptr && accepts(*found)) return found;
  return find_in_journal(listed, accepts);
}

const CopyJournal::Found* RunJournals::find_in_journal(const ListedFile& listed,
                                                       const Acceptance& accepts) {
  if (!earlier_path_.empty()) {
    earlier_ = CopyJournal::open_to_read(std::exchange(earlier_path_, {}), CopyJournal::Kind::kept);
  }
  if (!earlier_) return nullptr;
  const auto* const found = earlier_->find(listed.output_path);
  if (found == nullptr || !accepts(*found)) return nullptr;
  if (folder_record_ && !is_plan_) folder_record_->add(found->line);
  return found;
}

void RunJournals::renew(const ListedFile& listed, const base::FileState& input_state) {
  CopyJournal* const journal = record();
  const CopyJournal::Found* const found =
      journal == nullptr || is_plan_ ? nullptr : journal->find(key_of(listed));
  if (found == nullptr) return;
  JournalLine line = found->line;
  line.input_state = input_state;
  line.output_state = base::find_state(listed.output_path);
  journal->add(line);
}

JournalLine RunJournals::add(const ListedFile& listed, FileCopy& file,
                             const std::optional<base::FileState>& input_state) {
  JournalLine line = line_of(listed, file);
  const bool is_result = file.outcome == Outcome::copied || file.outcome == Outcome::kept;
  if (input_state && is_result) {
    line.input_state = input_state;
    record_copy(line, file);
  }
  if (journal_ && !is_plan_) journal_->add(line);
  return line;
}

void RunJournals::record_copy(JournalLine& line, FileCopy& file) {
  try {
    line.output_state = base::find_state(line.file.output);
    if (folder_record_) folder_record_->add(line);
  } catch (const Error& error) {
    file.notes.push_back(fmt::format("{}; --resume will copy it again", error.what()));
    line.file.notes.push_back(file.notes.back());
  }
}

}  // namespace ncf::ops
