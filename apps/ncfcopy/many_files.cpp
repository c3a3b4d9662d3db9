// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncfcopy/many_files.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <system_error>
#include <vector>

#include "common/command_line.hpp"
#include "common/main_guard.hpp"
#include "common/progress_line.hpp"
#include "common/standard_streams.hpp"
#include "common/stop_on_signals.hpp"
#include "ncf/copy_many.hpp"
#include "ncf/error.hpp"
#include "ncfcopy/report.hpp"

namespace ncf::apps::copy {
namespace {

/// 0 for inputs that are not local files.
std::uint64_t size_of(const std::string& input) {
  std::error_code failure;
  const std::uint64_t bytes = std::filesystem::file_size(input, failure);
  return failure ? 0 : bytes;
}

std::uint64_t sum_of_sizes(const std::vector<std::string>& inputs) {
  return std::accumulate(
      inputs.begin(), inputs.end(), std::uint64_t{0},
      [](std::uint64_t sum, const std::string& input) { return sum + size_of(input); });
}

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
void print_outcome(const std::string& name, const Request& request, const CopyManyReport& report) {
  print_report(request, report);
  flush_output();
  print_failures(name, report);
  if (report.files.size() == request.operands.size()) return;
  print_message(fmt::format("{}: {} of {} files were done", name, report.files.size(),
                            request.operands.size()));
}

}  // namespace

int copy_into_folder(const std::string& name, const Request& request) {
  if (request.plan) throw UsageError("--plan works on one file, not with --into");
  CopyManyOptions options{request.options, request.operands, request.into, request.resume};
  const StopOnSignals stop;
  options.copy.stop = &stop.source();
  ProgressLine progress(name, request.progress);
  const std::uint64_t bytes = sum_of_sizes(request.operands);
  std::uint64_t bytes_done = 0;
  CopyManyReport report;  // of the files that are done
  const auto on_file = [&](const FileCopy& file) {
    progress.clear();
    for (const std::string& note : file.notes) {
      print_note(name, fmt::format("{}: {}", file.input, note));
    }
    bytes_done += size_of(file.input);
    progress.show(bytes_done, bytes);
    report.files.push_back(file);
  };
  const auto on_note = [&](const std::string& text) {
    progress.clear();
    print_note(name, text);
  };
  const auto begin = std::chrono::steady_clock::now();
  try {
    report = copy_many(options, on_file, on_note);
  } catch (const Error& error) {
    progress.clear();
    report.elapsed = std::chrono::steady_clock::now() - begin;
    const bool is_interrupted = error.code() == ErrorCode::interrupted;
    if (is_interrupted || !report.files.empty()) print_outcome(name, request, report);
    if (is_interrupted) stop.die_of_signal();
    throw;
  }
  progress.clear();
  print_outcome(name, request, report);
  require_printed_report(fmt::format("what was copied into {} is", request.into));
  return report.count(FileCopy::Outcome::failed) == 0 ? 0 : 1;
}

}  // namespace ncf::apps::copy
