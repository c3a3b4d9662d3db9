// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/paths.hpp"
#include "base/json/json.hpp"
#include "base/output/unfinished_outputs.hpp"
#include "base/threads/library_call.hpp"
#include "base/threads/stop.hpp"
#include "mpi/communicator.hpp"
#include "ncf/copy_many.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_options.hpp"
#include "ops/many/copy_journal.hpp"
#include "ops/many/copy_many_report.hpp"
#include "ops/many/copy_task.hpp"
#include "ops/many/input_list.hpp"
#include "ops/many/output_tree.hpp"
#include "ops/many/rank_copies.hpp"
#include "ops/many/run_journals.hpp"
#include "ops/many/running_copies.hpp"
#include "ops/output/plain_copy.hpp"
#include "ops/values/sample.hpp"

namespace ncf {

std::size_t CopyManyReport::count(FileCopy::Outcome outcome) const noexcept {
  return static_cast<std::size_t>(std::ranges::count(files, outcome, &FileCopy::outcome));
}

namespace ops {
namespace {

namespace fs = std::filesystem;
using Outcome = FileCopy::Outcome;

/// Limit for the files that a plan takes samples of.
constexpr std::size_t max_sampled_files = 8;

/// Decides which file is copied when, so that runs that share an output folder never copy the same
/// file.
class Schedule {
 public:
  Schedule(const CopyManyOptions& options, std::vector<ListedFile>& files,
           const CopyManyHandlers& handlers, RunningCopies& running)
      : options_(options),
        files_(files),
        handlers_(handlers),
        journals_(options),
        folders_(options.folder),
        running_(running) {
    running_.expect(files.size());
    // Noted once, with the first file.
    const std::string shortcoming = journals_.find_shortcoming();
    if (!files.empty() && !shortcoming.empty()) files.front().file.notes.push_back(shortcoming);
    progress_.files = files.size();
    for (const ListedFile& listed : files) progress_.bytes += listed.listed_bytes;
    samples_ = SpreadChoice(progress_.bytes, files.size(), max_sampled_files);
    report_progress();
  }

  /// Copies all files and fills in the outcome of each. throws: Error(interrupted); Error(io) if
  /// the journal cannot be used.
  void run() {
    std::deque<ListedFile*> left;
    for (ListedFile& listed : files_) left.push_back(&listed);
    if (options_.mpi) put_largest_first(left);
    std::size_t tried = 0;  // remaining files in a row that other runs are making
    while (!left.empty() || running_.count() > 0) {
      base::throw_if_stopped();
      if (has_failed_enough()) left.clear();
      if (running_.is_full() || tried == left.size()) {
        if (running_.count() == 0 && !left.empty()) note_waiting();
        if (left.empty()) running_.let_idle_ranks_help();
        wait();
        tried = 0;
        continue;
      }
      ListedFile& listed = *left.front();
      left.pop_front();
      if (begin(listed)) {
        tried = 0;
      } else {
        left.push_back(&listed);
        ++tried;
      }
    }
  }

 private:
  /// Sorts files by size, because otherwise one process may be left with a large file when all
  /// others are done.
  static void put_largest_first(std::deque<ListedFile*>& files) {
    std::stable_sort(files.begin(), files.end(), [](const ListedFile* a, const ListedFile* b) {
      return a->listed_bytes > b->listed_bytes;
    });
  }

  [[nodiscard]] bool has_failed_enough() const {
    return options_.stop_after && progress_.files_failed >= *options_.stop_after;
  }

  /// Called once, when only outputs of other runs remain.
  void note_waiting() {
    if (has_noted_waiting_ || !handlers_.on_note) return;
    has_noted_waiting_ = true;
    handlers_.on_note(
        options_.copy.in_place
            ? fmt::format("waiting for another run with {}", options_.journal)
            : fmt::format("waiting for another run that copies into {}", options_.folder));
  }

  /// Begins a file; returns false if another run is making this output.
  bool begin(ListedFile& listed) {
    if (listed.is_not_copied()) {
      finish(listed);
      return true;
    }
    listed.input_state = find_input_state(listed, options_.copy);
    listed.file.options = base::format_compact_json(
        listed.is_dataset ? record_of_options(options_.copy) : record_of_plain_copy(options_.copy));
    if (skips(listed)) {  // most files of a resumed run, without a lock
      samples_.pass(listed.listed_bytes);
      finish(listed);
      return true;
    }
    if (!journals_.try_lock(listed)) return false;
    if (skips(listed)) {  // another run made it in the meantime
      end(listed);
    } else {
      start(listed);
    }
    return true;
  }

  /// Returns whether a copy exists that need not be made. If one exists that must be verified, the
  /// file says so.
  bool skips(ListedFile& listed) {
    const CopyJournal::Found* const made = find_copy(listed);
    listed.has_copy = made != nullptr;
    if (made == nullptr) return false;
    // In place, and where the original was kept, there is nothing to compare.
    const bool is_compared = options_.copy.verify && !options_.copy.in_place && !options_.plan &&
                             made->line.file.outcome == Outcome::copied;
    if (is_compared) return false;
    FileCopy& file = listed.file;
    file.outcome = Outcome::skipped;
    file.input_bytes = made->line.file.input_bytes;
    file.output_bytes = made->line.file.output_bytes;
    if (made->is_recent) file.notes.emplace_back("was copied by another run in the meantime");
    return true;
  }

  /// Returns the record of an unchanged copy that an earlier run (with --resume) or a concurrent
  /// run has made; null if there is none.
  const CopyJournal::Found* find_copy(ListedFile& listed) {
    std::string& outdated = listed.file.copied_again;
    outdated.clear();
    if (!listed.input_state) {
      if (options_.resume && exists(listed)) outdated = "the state of the input is unknown";
      return nullptr;
    }
    EarlierCopy earlier{exists(listed) ? "it is not recorded" : ""};
    const auto* const found = journals_.find_copy(listed, [&](const auto& line) {
      if (!options_.resume && !line.is_recent) return false;
      earlier = examine_copy(line.line, listed, options_.copy);
      return earlier.outdated.empty();
    });
    if (found == nullptr) {
      if (options_.resume) outdated = earlier.outdated;
      return nullptr;
    }
    if (!earlier.has_new_state) return found;
    renewed_ = *found;
    journals_.renew(listed);
    return &*renewed_;
  }

  static bool exists(const ListedFile& listed) {
    std::error_code unknown;
    return fs::exists(listed.output_path, unknown);
  }

  void start(ListedFile& listed) {
    try {
      if (options_.plan) {
        listed.takes_samples = samples_.takes(listed.listed_bytes);
      } else if (options_.copy.in_place) {
        folders_.clear(base::folder_of(listed.file.output));
      } else {
        folders_.prepare_for(listed.name, whole_path(listed.input));
      }
    } catch (const Error& error) {
      fail(listed, error);
      return;
    }
    start_copy(listed);
  }

  /// Starts a copy. If the system allows no more processes, retries after one has ended.
  void start_copy(ListedFile& listed) {
    for (;;) {
      try {
        running_.start(listed);
        return;
      } catch (const Error& error) {
        if (running_.count() == 0) {
          fail(listed, error);
          return;
        }
      }
      wait();
    }
  }

  void wait() {
    running_.wait([this](ListedFile& listed) { end(listed); });
    if (handlers_.on_wait) handlers_.on_wait(running_.describe());
  }

  void fail(ListedFile& listed, const Error& error) {
    set_failed(listed.file, error);
    end(listed);
  }

  void end(ListedFile& listed) {
    finish(listed);
    journals_.unlock(listed);
  }

  /// Records the outcome of a file, and reports it.
  void finish(ListedFile& listed) {
    listed.is_done = true;
    listed.file.ended = std::chrono::system_clock::now();
    if (listed.is_not_copied()) {
      listed.file.input_bytes =
          listed.listed_bytes > 0 ? listed.listed_bytes : size_at(listed.input_path);
    }
    const JournalLine line = journals_.add(listed);
    if (handlers_.on_line) handlers_.on_line(format_journal_line(line));
    count_as_done(listed);
  }

  void count_as_done(const ListedFile& listed) {
    ++progress_.files_done;
    if (listed.file.outcome == Outcome::failed) ++progress_.files_failed;
    progress_.bytes_done += listed.listed_bytes;
    if (listed.file.outcome == Outcome::skipped) progress_.bytes_skipped += listed.listed_bytes;
    if (handlers_.on_file) handlers_.on_file(listed.file);
    report_progress();
  }

  void report_progress() const {
    if (handlers_.on_progress) handlers_.on_progress(progress_);
  }

  const CopyManyOptions& options_;
  std::vector<ListedFile>& files_;
  const CopyManyHandlers& handlers_;
  bool has_noted_waiting_ = false;
  RunJournals journals_;
  OutputFolders folders_;
  RunningCopies& running_;
  std::optional<CopyJournal::Found> renewed_;  ///< the last one, as it was found
  CopyManyProgress progress_;
  SpreadChoice samples_{0, 0, 0};  ///< for a plan
};

/// Checks the options before any input is read. throws: Error(usage, syntax).
void require_consistent(const CopyManyOptions& options) {
  check_options(options.copy);
  const auto refuse = [](const std::string& reason) { throw Error(ErrorCode::usage, reason); };
  if (options.jobs && options.copy.threads && *options.jobs > *options.copy.threads) {
    refuse(fmt::format(
        "--jobs {} would copy more files at a time than there are threads; -j allows {}",
        *options.jobs, *options.copy.threads));
  }
  if (options.mpi && options.jobs) {
    refuse("--mpi and --jobs contradict each other: each process copies one file at a time");
  }
  if (options.jobs == 0U) refuse("--jobs 0 would copy nothing");
  if (options.stop_after == 0U) refuse("--stop-after 0 would stop before the first failure");
  if (options.file_timeout && !(options.file_timeout->count() > 0)) {
    refuse("--file-timeout: expected a time of more than 0 seconds");
  }
  if (options.plan && options.checksums) refuse("--plan copies nothing: leave out --checksums");
  if (options.plan && !options.journal.empty() && !options.resume) {
    refuse("--plan copies nothing: leave out --journal, which it only reads with --resume");
  }
  if (!options.copy.in_place) return;
  const std::pair<const char*, bool> refused[] = {
      {"--into", !options.folder.empty()},
      {"--copy-others", options.copies_others},
      {"--relative-to", !options.relative_to.empty()},
      {"--rename", !options.rename.empty()},
  };
  for (const auto& [option, is_given] : refused) {
    if (is_given) refuse(fmt::format("--in-place and {} contradict each other", option));
  }
  if (options.resume && options.journal.empty()) {
    refuse("--resume needs --journal FILE with --in-place: only a journal says what was replaced");
  }
}

/// Notes names in options that no file has, which are probably mistakes.
void note_absent_everywhere(const CopyManyReport& report, const NoteHandler& on_note) {
  std::optional<std::vector<std::string>> absent;
  for (const FileCopy& file : report.files) {
    const bool is_known = file.outcome == Outcome::planned || file.outcome == Outcome::copied ||
                          file.outcome == Outcome::kept;
    if (!is_known) continue;
    if (!absent) absent = file.absent;
    std::erase_if(*absent, [&](const std::string& one) {
      return std::find(file.absent.begin(), file.absent.end(), one) == file.absent.end();
    });
  }
  if (!absent || !on_note) return;
  for (const std::string& one : *absent) {
    on_note(fmt::format("{}: no file that was read has such a variable", one));
  }
}

/// Runs in the only process, or in rank 0.
CopyManyReport copy_as_leader(const CopyManyOptions& options, const CopyManyHandlers& handlers,
                              mpi::Communicator* ranks) {
  const auto begin = std::chrono::steady_clock::now();
  // Before there are files, which make forks slower.
  const auto running =
      ranks == nullptr ? make_local_copies(options) : make_rank_copies(options, *ranks);
  std::vector<ListedFile> files = list_files(options, handlers.on_note);
  Schedule(options, files, handlers, *running).run();
  if (!options.plan) handle_orphans(options, files, handlers.on_note);
  CopyManyReport report;
  report.files.reserve(files.size());
  for (ListedFile& listed : files) {
    if (listed.is_done) report.files.push_back(std::move(listed.file));
  }
  report.threads = running->threads();
  report.copies_at_a_time = running->at_a_time();
  if (options.plan) add_forecast(report);
  note_absent_everywhere(report, handlers.on_note);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

CopyManyReport copy_with_others(const CopyManyOptions& options, const CopyManyHandlers& handlers,
                                mpi::Communicator& ranks) {
  if (ranks.rank() != 0) {
    CopyManyReport report;
    report.rank = ranks.rank();
    follow_rank_0(ranks, options);
    ranks.end();
    return report;
  }
  const auto end = [&ranks] {
    release_other_ranks(ranks);
    ranks.end();
  };
  try {
    CopyManyReport report = copy_as_leader(options, handlers, &ranks);
    end();
    return report;
  } catch (const Error& error) {
    // If this process exits without `end`, MPI ends all others.
    if (error.code() != ErrorCode::interrupted) end();
    throw;
  }
}

}  // namespace
}  // namespace ops

CopyManyReport copy_many(const CopyManyOptions& options, const CopyManyHandlers& handlers) {
  return base::library_call(options.copy.stop, [&] {
    ops::require_consistent(options);
    base::share_unfinished_outputs();
    if (!options.mpi) return ops::copy_as_leader(options, handlers, nullptr);
    mpi::Communicator ranks(*options.mpi);
    return ops::copy_with_others(options, handlers, ranks);
  });
}

}  // namespace ncf
