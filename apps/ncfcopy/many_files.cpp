// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncfcopy/many_files.hpp"

#include <fmt/format.h>

#include <chrono>
#include <vector>

#include "common/command_line.hpp"
#include "common/main_guard.hpp"
#include "common/progress_line.hpp"
#include "common/standard_streams.hpp"
#include "common/stop_on_signals.hpp"
#include "ncf/copy_many.hpp"
#include "ncf/error.hpp"
#include "ncfcopy/file_list.hpp"
#include "ncfcopy/report.hpp"

namespace ncf::apps::copy {
namespace {

/// Printed last, where users see them.
void print_failures(const std::string& name, const CopyManyReport& report) {
  const std::size_t failures = report.count(FileCopy::Outcome::failed);
  if (failures == 0) return;
  for (const FileCopy& file : report.files) {
    if (!file.failure.empty()) print_message(fmt::format("{}: {}", name, file.failure));
  }
  print_message(fmt::format("{}: {} of {} files failed", name, failures, report.files.size()));
}

/// The result of the files that are done: all of them, unless a signal or an error ended the run.
void print_outcome(const std::string& name, const Request& request, const CopyManyReport& report,
                   const CopyManyProgress& progress) {
  print_report(request, report);
  flush_output();
  print_failures(name, report);
  if (report.files.size() == progress.files) return;
  print_message(
      fmt::format("{}: {} of {} files were done", name, report.files.size(), progress.files));
}

std::vector<std::string> inputs_of(const std::string& name, const Request& request) {
  std::vector<std::string> inputs = request.operands;
  if (!request.files_from.empty()) {
    const char end = request.has_null_ends ? '\0' : '\n';
    const auto listed = split_file_list(read_file_list(request.files_from), end);
    if (listed.empty()) {
      print_note(name, fmt::format("--files-from {}: names no files", request.files_from));
    }
    inputs.insert(inputs.end(), listed.begin(), listed.end());
  } else if (inputs.empty()) {
    throw UsageError("INPUT is missing");
  }
  return inputs;
}

/// Prints notes, errors and the progress while files are copied, and collects what is done.
class Watch {
 public:
  Watch(const std::string& name, ProgressLine::Use use) : name_(name), line_(name, use) {}

  CopyManyHandlers handlers() {
    return {[this](const FileCopy& file) { take(file); },
            [this](const std::string& text) { note(text); },
            [this](const CopyManyProgress& progress) {
              progress_ = progress;
              line_.show(progress.bytes_done, progress.bytes);
            }};
  }

  void clear() { line_.clear(); }
  CopyManyReport& done() { return done_; }
  [[nodiscard]] const CopyManyProgress& progress() const { return progress_; }

 private:
  void take(const FileCopy& file) {
    for (const std::string& text : file.notes) note(fmt::format("{}: {}", file.input, text));
    done_.files.push_back(file);
  }

  void note(const std::string& text) {
    line_.clear();
    print_note(name_, text);
  }

  const std::string& name_;
  ProgressLine line_;
  CopyManyReport done_;
  CopyManyProgress progress_;
};

}  // namespace

int copy_into_folder(const std::string& name, const Request& request) {
  if (request.plan) throw UsageError("--plan works on one file, not with --into");
  CopyManyOptions options = request.many;
  options.copy = request.options;
  options.inputs = inputs_of(name, request);
  const StopOnSignals stop;
  options.copy.stop = &stop.source();
  Watch watch(name, request.progress);
  const auto begin = std::chrono::steady_clock::now();
  CopyManyReport report;
  try {
    report = copy_many(options, watch.handlers());
  } catch (const Error& error) {
    watch.clear();
    CopyManyReport& done = watch.done();
    done.elapsed = std::chrono::steady_clock::now() - begin;
    const bool is_interrupted = error.code() == ErrorCode::interrupted;
    if (is_interrupted || !done.files.empty()) {
      print_outcome(name, request, done, watch.progress());
    }
    if (is_interrupted) stop.die_of_signal();
    throw;
  }
  watch.clear();
  print_outcome(name, request, report, watch.progress());
  require_printed_report(fmt::format("what was copied into {} is", options.folder));
  return report.count(FileCopy::Outcome::failed) == 0 ? 0 : 1;
}

}  // namespace ncf::apps::copy
