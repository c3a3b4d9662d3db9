// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/run_journals.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/files/file_state.hpp"
#include "base/files/sha256.hpp"
#include "base/json/json.hpp"
#include "ncf/error.hpp"
#include "ops/many/copy_journal.hpp"
#include "ops/many/output_tree.hpp"
#include "ops/select/input_files.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using base::FileState;
using Outcome = FileCopy::Outcome;

/// Returns the name in the record: below the output folder, which may be moved; in place, the file
/// itself.
std::string key_of(const ListedFile& listed) {
  return listed.name.empty() ? listed.output_path.string() : listed.name.string();
}

JournalLine line_of(const ListedFile& listed) {
  JournalLine line{listed.file, listed.name, {}, {}};
  if (!listed.input_path.empty()) line.file.input = listed.input_path;
  line.file.output = listed.output_path;
  return line;
}

// ---- Whether a copy of an earlier run still counts, and if not, why -----------------------------

/// Removes the status from the state of a file that is its own copy: in place, or kept by a link,
/// which changes its status.
std::optional<FileState> without_status(std::optional<FileState> state) {
  if (state) state->changed_nanoseconds = 0;
  return state;
}

enum class Change { none, state, contents, unknown };

/// A file as a line of a journal has it.
struct KnownFile {
  const fs::path& path;
  const std::optional<FileState>& state;
  const std::string& sha256;
};

Change find_change(const KnownFile& known, const std::optional<FileState>& now,
                   const CopyOptions& options) {
  if (known.state == now) return Change::none;
  if (!known.state || !now || known.state->bytes != now->bytes) return Change::contents;
  if (options.preserve) return Change::contents;  // a copy has the times and the mode, too
  if (known.sha256.empty()) {
    const bool may_be_equal = without_status(known.state) == without_status(now);
    return may_be_equal ? Change::unknown : Change::contents;
  }
  return base::sha256_of(known.path) == known.sha256 ? Change::state : Change::contents;
}

std::string describe(Change change, const std::string& file) {
  switch (change) {
    case Change::contents:
      return file + " has changed";
    case Change::unknown:
      return "the status of " + file + " has changed, and the journal has no checksum";
    case Change::none:
    case Change::state:
      break;
  }
  return {};
}

/// Returns why other options, or another form of outputs, make another copy.
std::string compare_options(const std::string& made, const std::string& asked) {
  if (made == asked) return {};
  const auto form_of = [](const std::string& options) {
    const base::Json record = base::parse_json(options);
    const base::Json* const form = record.find("form");
    return form == nullptr ? std::string() : base::format_compact_json(*form);
  };
  return form_of(made) == form_of(asked) ? "other options" : "another form of outputs";
}

std::string why_other_copy(const JournalLine& made, const ListedFile& asked, bool in_place) {
  const std::string options = compare_options(made.file.options, asked.file.options);
  if (!options.empty()) return options;
  if (!in_place && made.file.input != asked.input_path) return "another input";
  return {};
}

EarlierCopy compare_states(const JournalLine& made, const ListedFile& asked,
                           const CopyOptions& options) {
  const fs::path& output = asked.output_path;
  const bool is_own_copy = base::find_identity(output) == base::find_identity(asked.input_path);
  const auto state = [&](const std::optional<FileState>& one) {
    return is_own_copy ? without_status(one) : one;
  };
  const std::optional<FileState> found = base::find_readable_state(output);
  if (!found) {
    return {base::find_identity(output) ? "the copy cannot be read" : "the copy is missing"};
  }
  const auto made_input = state(made.input_state);
  const auto made_output = state(made.output_state);
  const Change input = options.in_place
                           ? Change::none
                           : find_change({asked.input_path, made_input, made.file.input_sha256},
                                         state(asked.input_state), options);
  if (auto text = describe(input, "the input"); !text.empty()) return {std::move(text)};
  const Change copy =
      find_change({output, made_output, made.file.output_sha256}, state(found), options);
  if (auto text = describe(copy, "the copy"); !text.empty()) return {std::move(text)};
  return {"", input == Change::state || copy == Change::state};
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

void RunJournals::renew(const ListedFile& listed) {
  CopyJournal* const journal = record();
  const CopyJournal::Found* const found =
      journal == nullptr || is_plan_ ? nullptr : journal->find(key_of(listed));
  if (found == nullptr) return;
  JournalLine line = found->line;
  line.input_state = listed.input_state;
  line.output_state = base::find_state(listed.output_path);
  journal->add(line);
}

JournalLine RunJournals::add(ListedFile& listed) {
  JournalLine line = line_of(listed);
  const Outcome outcome = listed.file.outcome;
  const bool is_result = outcome == Outcome::copied || outcome == Outcome::kept;
  if (listed.input_state && is_result) {
    line.input_state = listed.input_state;
    record_copy(line, listed.file);
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

EarlierCopy examine_copy(const JournalLine& made, const ListedFile& asked,
                         const CopyOptions& options) {
  if (std::string why = why_other_copy(made, asked, options.in_place); !why.empty()) {
    return {std::move(why)};
  }
  try {
    return compare_states(made, asked, options);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    return {"it cannot be read"};
  }
}

}  // namespace ncf::ops
