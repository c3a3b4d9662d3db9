// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/copy_many.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <list>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "base/child_process.hpp"
#include "base/file_state.hpp"
#include "base/stop.hpp"
#include "base/unfinished_outputs.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/copy/copy_journal.hpp"
#include "ops/copy/copy_within.hpp"
#include "ops/copy/options_record.hpp"
#include "store/input.hpp"
#include "store/open.hpp"

namespace ncf {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// The last part of a path or URL.
std::string name_of(const std::string& input) {
  std::string path = input.substr(0, input.find('#'));
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path.substr(path.rfind('/') + 1);
}

/// The name of an output in the journal: its file name.
std::string output_name(const FileCopy& file) { return fs::path(file.output).filename().string(); }

std::vector<FileCopy> list_files(const CopyManyOptions& options) {
  std::error_code ignored;
  if (!fs::is_directory(options.folder, ignored)) {
    throw Error(
        ErrorCode::usage,
        fmt::format("{}: there is no such folder to copy into; make it first", options.folder));
  }
  std::vector<FileCopy> files;
  std::map<std::string, std::string> inputs;
  for (const std::string& input : options.inputs) {
    const std::string name = name_of(input);
    const auto [same, is_new] = inputs.emplace(name, input);
    if (!is_new) {
      throw Error(ErrorCode::usage, fmt::format("{} and {} would both become {}", same->second,
                                                input, (fs::path(options.folder) / name).string()));
    }
    FileCopy file;
    file.input = input;
    file.output = (fs::path(options.folder) / name).string();
    files.push_back(std::move(file));
  }
  return files;
}

/// The copy of one file.
struct Task {
  FileCopy& file;
  CopyOptions copy;
  /// For the journal, once the output is complete; empty if the state cannot be determined.
  std::optional<ops::CopyRecord> record{};
  bool is_done = false;  ///< a copy exists already and is to be verified
};

/// Whether an existing copy equals its input. If not, it is made again.
bool is_verified(const CopyOptions& options, const transcode::Resources& resources,
                 std::vector<std::string>& notes) {
  try {
    ops::verify_copy(resources, options);
    return true;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    notes.push_back(
        fmt::format("the copy that was there is not equal, and is made again: {}", error.what()));
    return false;
  }
}

/// Runs in the child process: copies, and returns the result as JSON.
std::string copy_one(const Task& task, const transcode::Resources& resources) {
  json result;
  std::vector<std::string> notes;
  try {
    if (task.is_done && is_verified(task.copy, resources, notes)) {
      result["is_skipped"] = true;
    } else {
      const CopyReport report =
          ops::copy_within(resources, task.copy, [&](const auto& note) { notes.push_back(note); });
      result = {{"input_bytes", report.input_file_bytes},
                {"output_bytes", report.output_file_bytes},
                {"seconds", report.elapsed.count()}};
    }
  } catch (const Error& error) {
    result["failure"] = error.what();
  } catch (const std::bad_alloc&) {
    result["failure"] = "out of memory";
  }
  result["notes"] = notes;
  return result.dump(-1, ' ', false, json::error_handler_t::replace);
}

void take_result(base::ChildResult result, FileCopy& file) {
  if (!result.failure.empty()) {
    file.outcome = FileCopy::Outcome::failed;
    const std::string place = result.library.empty() ? "" : " in " + result.library;
    file.failure = fmt::format("{}: copying it {}{}", file.input, result.failure, place);
    return;
  }
  const json said = json::parse(result.text);
  const auto notes = said.at("notes").get<std::vector<std::string>>();
  file.notes.insert(file.notes.end(), notes.begin(), notes.end());
  if (said.contains("failure")) {
    file.outcome = FileCopy::Outcome::failed;
    const std::string failure = said.at("failure").get<std::string>();
    const bool names_file = failure.find(name_of(file.input)) != std::string::npos;
    file.failure = names_file ? failure : fmt::format("{}: {}", file.input, failure);
    return;
  }
  if (said.contains("is_skipped")) {
    file.outcome = FileCopy::Outcome::skipped;
    return;
  }
  file.input_bytes = said.at("input_bytes").get<std::uint64_t>();
  file.output_bytes = said.at("output_bytes").get<std::uint64_t>();
  file.elapsed = std::chrono::duration<double>(said.at("seconds").get<double>());
}

/// The record of a planned copy; empty for inputs that are not local or not accessible. A file's
/// state does not cover other files that its values come from. Loads the libraries that the copy
/// needs, once for all copies.
std::optional<ops::CopyRecord> plan_record(const FileCopy& file, const CopyOptions& copy) {
  if (copy.follow_external) return std::nullopt;
  try {
    const store::Input input = store::find_input(file.input);
    store::load_libraries_to_read(input);
    const auto state = input.path ? base::find_state(*input.path) : std::nullopt;
    if (!state) return std::nullopt;
    return ops::CopyRecord{output_name(file),
                           fs::canonical(*input.path).string(),
                           ops::record_of_options(copy),
                           *state,
                           {}};
  } catch (const Error&) {
    return std::nullopt;
  } catch (const fs::filesystem_error&) {
    return std::nullopt;
  }
}

/// Whether the output is unchanged and was made from the same input with the same options.
bool is_up_to_date(const ops::CopyRecord& made, const ops::CopyRecord& asked,
                   const std::string& output) {
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

class Copies {
 public:
  Copies(const CopyManyOptions& options, CopyManyReport& report, const FileCopyHandler& on_file,
         const NoteHandler& on_note)
      : options_(options),
        report_(report),
        on_file_(on_file),
        on_note_(on_note),
        journal_(ops::CopyJournal::open(options.folder)) {
    const transcode::Resources all = ops::resources_of(options.copy);
    at_a_time_ = std::max<std::size_t>(1, std::min(all.threads, report.files.size()));
    of_each_ = {std::max<std::size_t>(1, all.threads / at_a_time_), all.max_bytes / at_a_time_,
                all.is_strict};
    note_what_is_missing();
  }

  void run() {
    std::deque<FileCopy*> left;
    for (FileCopy& file : report_.files) left.push_back(&file);
    std::size_t tried = 0;  // remaining files in a row that other runs are making
    while (!left.empty() || !running_.empty()) {
      base::throw_if_stopped();
      if (running_.size() == at_a_time_ || tried == left.size()) {
        if (running_.empty()) note_waiting();
        wait();
        tried = 0;
        continue;
      }
      FileCopy& file = *left.front();
      left.pop_front();
      if (begin(file)) {
        tried = 0;
      } else {
        left.push_back(&file);
        ++tried;
      }
    }
  }

 private:
  struct Running {
    Running(Task its_task, const transcode::Resources& resources)
        : task(std::move(its_task)),
          child([this, &resources] { return copy_one(task, resources); }) {}

    Task task;
    base::ChildProcess child;
  };

  /// Called once, with the first file.
  void note_what_is_missing() {
    if (report_.files.empty()) return;
    std::vector<std::string>& notes = report_.files.front().notes;
    if (!journal_) {
      notes.push_back(fmt::format(
          "{} is not yours to write: this run is not recorded for --resume, and runs at "
          "the same time would copy files twice",
          (fs::path(options_.folder) / ops::CopyJournal::file_name).string()));
    } else if (journal_->has_no_locks()) {
      notes.emplace_back(
          "the output's file system has no locks: runs at the same time would copy files twice");
    }
  }

  /// Called once, when only outputs of other runs remain.
  void note_waiting() {
    if (has_noted_waiting_ || !on_note_) return;
    has_noted_waiting_ = true;
    on_note_(fmt::format("waiting for another run that copies into {}", options_.folder));
  }

  /// Returns false if another run is making this output.
  bool begin(FileCopy& file) {
    if (journal_ && !journal_->try_lock(output_name(file))) return false;
    Task task{file, options_.copy};
    task.copy.input = file.input;
    task.copy.output = file.output;
    task.record = plan_record(file, options_.copy);
    task.is_done = is_done(task);
    if (task.is_done && !options_.copy.verify) {
      file.outcome = FileCopy::Outcome::skipped;
      end(file);
    } else {
      start(task);
    }
    return true;
  }

  /// If the system allows no more processes, retries after one has ended.
  void start(const Task& task) {
    for (;;) {
      try {
        running_.emplace_back(task, of_each_);
        return;
      } catch (const Error& error) {
        if (running_.empty()) {
          task.file.outcome = FileCopy::Outcome::failed;
          task.file.failure = fmt::format("{}: {}", task.file.input, error.what());
          end(task.file);
          return;
        }
      }
      wait();
    }
  }

  /// Whether an earlier run, with --resume, or a concurrent run has made the copy.
  bool is_done(const Task& task) {
    if (!journal_ || !task.record) return false;
    const auto found = journal_->find(task.record->output);
    if (!found || !(options_.resume || found->is_recent)) return false;
    if (!is_up_to_date(found->record, *task.record, task.file.output)) return false;
    if (found->is_recent) task.file.notes.emplace_back("was copied by another run meanwhile");
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
      Task& task = running->task;
      take_result(running->child.finish(), task.file);
      if (task.file.outcome == FileCopy::Outcome::copied) record(task);
      end(task.file);
      running = running_.erase(running);
    }
  }

  void record(Task& task) {
    if (!journal_ || !task.record) return;
    try {
      const auto state = base::find_state(task.file.output);
      if (!state) return;
      task.record->output_state = *state;
      journal_->add(*task.record);
    } catch (const Error& error) {
      task.file.notes.push_back(fmt::format("{}: so --resume would copy it again", error.what()));
    }
  }

  void end(const FileCopy& file) {
    if (journal_) journal_->unlock(output_name(file));
    if (on_file_) on_file_(file);
  }

  const CopyManyOptions& options_;
  CopyManyReport& report_;
  const FileCopyHandler& on_file_;
  const NoteHandler& on_note_;
  bool has_noted_waiting_ = false;
  std::optional<ops::CopyJournal> journal_;  ///< empty if it cannot be written
  std::size_t at_a_time_ = 1;
  transcode::Resources of_each_;
  std::list<Running> running_;
};

}  // namespace

std::size_t CopyManyReport::count(FileCopy::Outcome outcome) const noexcept {
  return static_cast<std::size_t>(
      std::count_if(files.begin(), files.end(),
                    [outcome](const FileCopy& file) { return file.outcome == outcome; }));
}

CopyManyReport copy_many(const CopyManyOptions& options, const FileCopyHandler& on_file,
                         const NoteHandler& on_note) {
  const base::StopScope stop(options.copy.stop);
  base::share_unfinished_outputs();
  const auto begin = Clock::now();
  CopyManyReport report;
  report.files = list_files(options);
  Copies(options, report, on_file, on_note).run();
  report.elapsed = Clock::now() - begin;
  return report;
}

}  // namespace ncf
