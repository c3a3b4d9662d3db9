// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/schedule.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <list>
#include <optional>
#include <utility>

#include "base/child_process.hpp"
#include "base/file_state.hpp"
#include "base/stop.hpp"
#include "base/target_path.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/many/copy_journal.hpp"
#include "ops/many/file_task.hpp"
#include "ops/many/output_folders.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

/// Whether the output is unchanged and was made from the same input with the same options.
bool is_up_to_date(const CopyRecord& made, const CopyRecord& asked, const std::string& output) {
  if (made.input != asked.input || made.options != asked.options ||
      made.input_state != asked.input_state) {
    return false;
  }
  try {
    return base::find_state(output) == made.output_state;
  } catch (const Error&) {
    return false;  // an unreadable output is made again
  }
}

/// From the root, without "." and "..", and without a slash at the end.
fs::path whole_path(const std::string& input) {
  const fs::path path = base::absolute_path(input).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

class Schedule {
 public:
  Schedule(const CopyManyOptions& options, std::vector<ListedFile>& files,
           const CopyManyHandlers& handlers)
      : options_(options),
        files_(files),
        handlers_(handlers),
        journal_(CopyJournal::open(options.folder)),
        folders_(options.folder) {
    const transcode::Resources all = resources_of(options.copy);
    at_a_time_ = std::max<std::size_t>(1, std::min(all.threads, files.size()));
    of_each_ = {std::max<std::size_t>(1, all.threads / at_a_time_), all.max_bytes / at_a_time_,
                all.is_strict};
    note_what_is_missing();
    progress_.files = files.size();
    for (const ListedFile& listed : files) progress_.bytes += listed.listed_bytes;
    report_progress();
  }

  void run() {
    std::deque<ListedFile*> left;
    for (ListedFile& listed : files_) left.push_back(&listed);
    std::size_t tried = 0;  // remaining files in a row that other runs are making
    while (!left.empty() || !running_.empty()) {
      base::throw_if_stopped();
      if (running_.size() == at_a_time_ || tried == left.size()) {
        if (running_.empty()) note_waiting();
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
  struct Running {
    Running(FileTask its_task, const transcode::Resources& resources)
        : task(std::move(its_task)),
          child([this, &resources] { return run_task(task, resources); }) {}

    FileTask task;
    base::ChildProcess child;
  };

  /// Called once, with the first file.
  void note_what_is_missing() {
    if (files_.empty()) return;
    std::vector<std::string>& notes = files_.front().file.notes;
    if (!journal_) {
      notes.push_back(fmt::format(
          "{} is not yours to write: this run is not recorded for --resume, and runs at "
          "the same time would copy files twice",
          (fs::path(options_.folder) / CopyJournal::file_name).string()));
    } else if (journal_->has_no_locks()) {
      notes.emplace_back(
          "the output's file system has no locks: runs at the same time would copy files twice");
    }
  }

  /// Called once, when only outputs of other runs remain.
  void note_waiting() {
    if (has_noted_waiting_ || !handlers_.on_note) return;
    has_noted_waiting_ = true;
    handlers_.on_note(fmt::format("waiting for another run that copies into {}", options_.folder));
  }

  /// Returns false if another run is making this output.
  bool begin(ListedFile& listed) {
    if (listed.file.outcome == FileCopy::Outcome::failed) {  // it cannot be read
      count_as_done(listed);
      return true;
    }
    if (journal_ && !journal_->try_lock(listed.name.string())) return false;
    FileTask task(listed, options_.copy);
    task.is_done = is_done(task);
    if (task.is_done && !options_.copy.verify) {
      listed.file.outcome = FileCopy::Outcome::skipped;
      end(listed);
    } else {
      start(task);
    }
    return true;
  }

  void start(const FileTask& task) {
    try {
      folders_.make_for(task.listed.name, whole_path(task.copy.input));
    } catch (const Error& error) {
      fail(task.listed, error);
      return;
    }
    start_child(task);
  }

  /// If the system allows no more processes, retries after one has ended.
  void start_child(const FileTask& task) {
    for (;;) {
      try {
        running_.emplace_back(task, of_each_);
        return;
      } catch (const Error& error) {
        if (running_.empty()) {
          fail(task.listed, error);
          return;
        }
      }
      wait();
    }
  }

  void fail(ListedFile& listed, const Error& error) {
    listed.file.outcome = FileCopy::Outcome::failed;
    listed.file.failure = fmt::format("{}: {}", listed.file.input, error.what());
    end(listed);
  }

  /// Whether an earlier run, with --resume, or a concurrent run has made the copy.
  bool is_done(const FileTask& task) {
    if (!journal_ || !task.record) return false;
    const auto found = journal_->find(task.record->output);
    if (!found || !(options_.resume || found->is_recent)) return false;
    if (!is_up_to_date(found->record, as_written(*task.record), task.listed.file.output))
      return false;
    if (found->is_recent)
      task.listed.file.notes.emplace_back("was copied by another run meanwhile");
    return true;
  }

  /// Waits for a result from a child.
  void wait() {
    constexpr int max_milliseconds = 200;  // to notice a stop, or an output finished by another run
    std::vector<pollfd> ends;
    for (const Running& running : running_) {
      ends.push_back({running.child.descriptor(), POLLIN, 0});
    }
    ::poll(ends.data(), ends.size(), max_milliseconds);
    base::throw_if_stopped();
    std::size_t i = 0;
    for (auto running = running_.begin(); running != running_.end(); ++i) {
      if (ends[i].revents == 0 || running->child.read_some()) {
        ++running;
        continue;
      }
      FileTask& task = running->task;
      take_result(running->child.finish(), task.listed.file);
      if (task.listed.file.outcome == FileCopy::Outcome::copied) record(task);
      end(task.listed);
      running = running_.erase(running);
    }
  }

  void record(FileTask& task) {
    if (!journal_ || !task.record) return;
    try {
      const auto state = base::find_state(task.listed.file.output);
      if (!state) return;
      task.record->output_state = *state;
      journal_->add(*task.record);
    } catch (const Error& error) {
      task.listed.file.notes.push_back(
          fmt::format("{}: so --resume would copy it again", error.what()));
    }
  }

  void end(const ListedFile& listed) {
    if (journal_) journal_->unlock(listed.name.string());
    count_as_done(listed);
  }

  void count_as_done(const ListedFile& listed) {
    ++progress_.files_done;
    progress_.bytes_done += listed.listed_bytes;
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
  std::optional<CopyJournal> journal_;  ///< empty if it cannot be written
  OutputFolders folders_;
  std::size_t at_a_time_ = 1;
  transcode::Resources of_each_;
  CopyManyProgress progress_;
  std::list<Running> running_;
};

}  // namespace

void copy_all(const CopyManyOptions& options, std::vector<ListedFile>& files,
              const CopyManyHandlers& handlers) {
  Schedule(options, files, handlers).run();
}

}  // namespace ncf::ops
