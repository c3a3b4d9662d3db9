// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>

#include "base/files/file_state.hpp"
#include "base/files/paths.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "ops/many/copy_of_file.hpp"
#include "ops/many/file_task.hpp"
#include "ops/many/journal_line.hpp"
#include "ops/many/output_folders.hpp"
#include "ops/many/run_journals.hpp"
#include "ops/many/target_names.hpp"
#include "ops/sampling/estimate.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using Outcome = FileCopy::Outcome;

/// Limit for the files that a plan takes samples of.
constexpr std::size_t max_sampled_files = 8;

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
      finish(listed, {});
      return true;
    }
    FileTask task(listed, options_.copy);
    if (skips(task)) {  // most files of a resumed run, without a lock
      listed.file.outcome = Outcome::skipped;
      samples_.pass(listed.listed_bytes);
      finish(listed, {});
      return true;
    }
    if (!journals_.try_lock(listed)) return false;
    if (skips(task)) {  // another run made it in the meantime
      listed.file.outcome = Outcome::skipped;
      end(task);
    } else {
      start(task);
    }
    return true;
  }

  /// Returns whether a copy exists that need not be made. If one exists that must be verified, the
  /// task says so.
  bool skips(FileTask& task) {
    const CopyJournal::Found* const made = find_copy(task);
    task.is_done = made != nullptr;
    if (made == nullptr) return false;
    // In place, and where the original was kept, there is nothing to compare.
    const bool is_compared = options_.copy.verify && !options_.copy.in_place && !options_.plan &&
                             made->line.file.outcome == Outcome::copied;
    if (is_compared) return false;
    take_copy_of_before(*made, task.listed.file);
    return true;
  }

  /// Returns the record of an unchanged copy that an earlier run (with --resume) or a concurrent
  /// run has made; null if there is none.
  const CopyJournal::Found* find_copy(const FileTask& task) {
    std::string& outdated = task.listed.file.copied_again;
    outdated.clear();
    if (!task.input_state) {
      if (options_.resume && exists(task)) outdated = "the state of the input is unknown";
      return nullptr;
    }
    EarlierCopy earlier{exists(task) ? "it is not recorded" : ""};
    const auto* const found = journals_.find_copy(task.listed, [&](const auto& line) {
      if (!options_.resume && !line.is_recent) return false;
      earlier = examine_copy(line.line, task, options_.copy);
      return earlier.outdated.empty();
    });
    if (found == nullptr) {
      if (options_.resume) outdated = earlier.outdated;
      return nullptr;
    }
    if (!earlier.has_new_state) return found;
    renewed_ = *found;
    journals_.renew(task.listed, *task.input_state);
    return &*renewed_;
  }

  static bool exists(const FileTask& task) {
    std::error_code unknown;
    return fs::exists(task.listed.output_path, unknown);
  }

  static void take_copy_of_before(const CopyJournal::Found& made, FileCopy& file) {
    file.input_bytes = made.line.file.input_bytes;
    file.output_bytes = made.line.file.output_bytes;
    if (made.is_recent) file.notes.emplace_back("was copied by another run in the meantime");
  }

  void start(FileTask& task) {
    try {
      if (options_.plan) {
        task.takes_samples = samples_.takes(task.listed.listed_bytes);
      } else {
        prepare_folder(task);
      }
    } catch (const Error& error) {
      fail(task, error);
      return;
    }
    start_copy(task);
  }

  void prepare_folder(const FileTask& task) {
    if (options_.copy.in_place) {
      folders_.clear(base::folder_of(task.listed.file.output));
    } else {
      folders_.prepare_for(task.listed.name, whole_path(task.listed.input));
    }
  }

  /// Starts a copy. If the system allows no more processes, retries after one has ended.
  void start_copy(FileTask& task) {
    for (;;) {
      try {
        running_.start(task);
        return;
      } catch (const Error& error) {
        if (running_.count() == 0) {
          fail(task, error);
          return;
        }
      }
      wait();
    }
  }

  void wait() {
    running_.wait([this](const FileTask& task) { end(task); });
    if (handlers_.on_wait) handlers_.on_wait(running_.describe());
  }

  void fail(FileTask& task, const Error& error) {
    set_failure(task.listed.file, error);
    end(task);
  }

  void end(const FileTask& task) {
    finish(task.listed, task.input_state);
    journals_.unlock(task.listed);
  }

  /// Records the outcome of a file, and reports it.
  void finish(ListedFile& listed, const std::optional<base::FileState>& input_state) {
    listed.is_done = true;
    FileCopy& file = listed.file;
    file.ended = std::chrono::system_clock::now();
    if (listed.is_not_copied()) file.input_bytes = size_of(listed);
    const JournalLine line = journals_.add(listed, file, input_state);
    if (handlers_.on_line) handlers_.on_line(format_journal_line(line));
    count_as_done(listed);
  }

  /// Returns the size of an input, also if it is not a dataset; 0 if unknown.
  static std::uint64_t size_of(const ListedFile& listed) {
    if (listed.listed_bytes > 0 || listed.input_path.empty()) return listed.listed_bytes;
    const auto state = base::find_readable_state(listed.input_path);
    return state ? state->bytes : 0;
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

}  // namespace

void copy_all(const CopyManyOptions& options, std::vector<ListedFile>& files,
              const CopyManyHandlers& handlers, RunningCopies& running) {
  Schedule(options, files, handlers, running).run();
}

}  // namespace ncf::ops
