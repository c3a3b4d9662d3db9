// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <map>
#include <system_error>
#include <vector>

#include "common/command_line.hpp"
#include "common/main_guard.hpp"
#include "common/progress_line.hpp"
#include "common/signals.hpp"
#include "common/standard_streams.hpp"
#include "ncf/copy_many.hpp"
#include "ncf/error.hpp"
#include "ncfcopy/request.hpp"

namespace ncf::apps::copy {
namespace {

// ---- Names of files in a list ----

/// Returns the names in a text, each ended by `end`; the last one need not be ended. Empty ones are
/// left out. Pure.
std::vector<std::string> split_file_list(const std::string& text, char end) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t stop = std::min(text.find(end, begin), text.size());
    if (stop > begin) names.push_back(text.substr(begin, stop - begin));
    begin = stop + 1;
  }
  return names;
}

/// Reads a file list. path: "-" for standard input. throws: Error(usage), because no file is
/// copied.
std::string read_file_list(const std::string& path) {
  std::FILE* const file = path == "-" ? stdin : std::fopen(path.c_str(), "re");
  std::string text;
  std::array<char, 65536> piece{};
  std::size_t count = 0;
  while (file != nullptr && (count = std::fread(piece.data(), 1, piece.size(), file)) > 0) {
    text.append(piece.data(), count);
  }
  if (file == nullptr || std::ferror(file) != 0) {
    throw Error(ErrorCode::usage, std::generic_category().message(errno))
        .add_context("--files-from " + path);
  }
  if (file != stdin) std::fclose(file);
  return text;
}

// ---- What is printed ----

/// Prints the failures last, where users see them.
void print_failures(const std::string& name, const Request& request, const CopyManyReport& report) {
  const std::size_t failures = report.count(FileCopy::Outcome::failed);
  if (failures == 0) return;
  const std::size_t left_out = report.count(FileCopy::Outcome::left_out);
  const char* const fail = request.plan ? "would fail" : "failed";
  for (const std::string& failure : list_failures(report)) {
    print_message(fmt::format("{}: {}", name, failure));
  }
  print_message(fmt::format("{}: {} of {} {}: {}", name, failures,
                            format_count(report.files.size() - left_out, "file"), fail,
                            describe_failures(report)));
}

/// Returns whether --stop-after ended the run.
bool is_stopped(const Request& request, const CopyManyReport& report) {
  const auto& limit = request.many.stop_after;
  return limit && report.count(FileCopy::Outcome::failed) >= *limit;
}

/// Prints the result of the files that are done: all, unless a signal, an error or --stop-after
/// ended the run.
void print_outcome(const std::string& name, const Request& request, const CopyManyReport& report,
                   const CopyManyProgress& progress) {
  if (request.plan && request.report == Report::none) {
    print(escape_lines(format_plan(report, output_width())));
  }
  print_report(request, report);
  if (request.report == Report::summary) print(format_summary(report));
  flush_output();
  print_failures(name, request, report);
  if (report.files.size() == progress.files) return;
  print_message(fmt::format("{}: {} of {} were done{}", name, report.files.size(),
                            format_count(progress.files, "file"),
                            is_stopped(request, report) ? "; stopped by --stop-after" : ""));
}

std::vector<std::string> inputs_of(const std::string& name, const Request& request) {
  std::vector<std::string> inputs = request.operands;
  if (!request.files_from.empty()) {
    const char end = request.has_null_ends ? '\0' : '\n';
    const auto listed = split_file_list(read_file_list(request.files_from), end);
    if (listed.empty()) {
      print_note(name, fmt::format("--files-from {}: the list is empty", request.files_from));
    }
    inputs.insert(inputs.end(), listed.begin(), listed.end());
  } else if (inputs.empty()) {
    throw UsageError("INPUT is missing");
  }
  return inputs;
}

/// Prints notes, errors and the progress while files are copied, and collects the results.
class Watch {
 public:
  Watch(const std::string& name, const Request& request)
      : name_(name),
        line_(name, request.progress),
        prints_lines_(request.report == Report::jsonl) {}

  CopyManyHandlers handlers() {
    CopyManyHandlers handlers;
    handlers.on_file = [this](const FileCopy& file) { take(file); };
    if (prints_lines_) handlers.on_line = print_line;
    handlers.on_note = [this](const std::string& text) { note(text); };
    handlers.on_progress = [this](const CopyManyProgress& progress) { show(progress); };
    handlers.on_wait = [this](const std::vector<RunningCopy>& running) { answer(running); };
    return handlers;
  }

  /// Ends the line of the progress, and prints how many files have notes that were printed for one.
  void end() {
    line_.clear();
    for (const auto& [text, count] : notes_) {
      if (count > 1) note(fmt::format("{} also: {}", format_count(count - 1, "other file"), text));
    }
  }

  CopyManyReport& done() { return done_; }
  [[nodiscard]] const CopyManyProgress& progress() const { return progress_; }

 private:
  /// Prints each note for the first file that has it. Others with the same note are counted.
  void take(const FileCopy& file) {
    for (const std::string& text : file.notes) {
      if (notes_[text]++ == 0) note(fmt::format("{}: {}", file.input, text));
    }
    done_.files.push_back(file);
  }

  static void print_line(const std::string& line) {
    print(line);
    flush_output();
  }

  void note(const std::string& text) {
    line_.clear();
    print_note(name_, text);
  }

  void show(const CopyManyProgress& progress) {
    progress_ = progress;
    line_.show({progress.bytes_done, progress.bytes, progress.bytes_skipped, progress.files_done,
                progress.files, progress.files_failed});
  }

  /// Prints the progress if SIGUSR1 asked for it.
  void answer(const std::vector<RunningCopy>& running) {
    if (!asked_.take()) return;
    std::string files;
    for (const RunningCopy& copy : running) {
      files += fmt::format("\n  {}, for {:.0f} s", copy.input, copy.seconds);
    }
    line_.print(files);
  }

  const std::string& name_;
  AskedBySignal asked_;
  ProgressLine line_;
  bool prints_lines_;
  std::map<std::string, std::size_t> notes_;  ///< how many files have each
  CopyManyReport done_;
  CopyManyProgress progress_;
};

/// throws: UsageError for options that contradict each other.
CopyManyOptions options_of(const std::string& name, const Request& request) {
  CopyManyOptions options = request.many;
  options.copy = request.options;
  options.plan = request.plan;
  refuse_report_of_plan(request);
  if (request.no_verify && !options.copy.in_place) {
    throw UsageError("--no-verify is only for use with --in-place");
  }
  if (request.no_verify && options.copy.verify) {
    throw UsageError("--verify and --no-verify contradict each other");
  }
  if (request.has_null_ends && request.files_from.empty()) {
    throw UsageError("--null is only for use with --files-from");
  }
  if (options.copy.in_place) {
    options.copy.verify = !request.no_verify;
    if (request.is_if_smaller_bare) options.copy.if_smaller = Otherwise::none;
  }
  options.inputs = inputs_of(name, request);
  return options;
}

std::string describe_outputs(const CopyManyOptions& options) {
  return options.copy.in_place ? "the files that were replaced are"
                               : fmt::format("what was copied into {} is", options.folder);
}

}  // namespace

int copy_many_files(const std::string& name, const Request& request) {
  CopyManyOptions options = options_of(name, request);
  const StopOnSignals stop;
  options.copy.stop = &stop.source();
  Watch watch(name, request);
  const auto begin = std::chrono::steady_clock::now();
  CopyManyReport report;
  try {
    report = copy_many(options, watch.handlers());
  } catch (const Error& error) {
    watch.end();
    CopyManyReport& done = watch.done();
    done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const bool is_interrupted = error.code() == ErrorCode::interrupted;
    if (is_interrupted || !done.files.empty()) {
      print_outcome(name, request, done, watch.progress());
    }
    if (is_interrupted) stop.die_of_signal();
    throw;
  }
  if (report.rank != 0) return 0;
  watch.end();
  print_outcome(name, request, report, watch.progress());
  if (!options.plan) require_printed_report(describe_outputs(options));
  return report.count(FileCopy::Outcome::failed) == 0 ? 0 : 1;
}

}  // namespace ncf::apps::copy
