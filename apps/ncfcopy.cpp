// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfcopy: copies a netCDF file, with other filters, chunks or format if requested.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <string>
#include <system_error>
#include <utility>

#include "common/command_line.hpp"
#include "common/main_guard.hpp"
#include "common/progress_line.hpp"
#include "common/signals.hpp"
#include "common/standard_streams.hpp"
#include "ncf/mpi.hpp"
#include "ncf/plugins.hpp"
#include "ncfcopy/request.hpp"

namespace ncf::apps::copy {
namespace {

/// throws: UsageError naming an option that is only for many files.
void refuse_options_of_many(const Request& request) {
  const CopyManyOptions& many = request.many;
  struct Option {
    const char* name;
    bool is_given;
    const char* needed = "--into or --in-place";
  };
  const Option options[] = {
      {"--resume", many.resume && !request.is_appended, "--into, --in-place or --append"},
      {"--remove-orphans", many.remove_orphans},
      {"--journal", !many.journal.empty()},
      {"--checksums", many.checksums},
      {"--report=jsonl", request.report == Report::jsonl},
      {"--include", !many.include.empty()},
      {"--exclude", !many.exclude.empty()},
      {"--copy-others", many.copies_others, "--into"},
      {"--files-from", !request.files_from.empty()},
      {"--null", request.has_null_ends, "--files-from"},
      {"--relative-to", !many.relative_to.empty(), "--into"},
      {"--rename", !many.rename.empty(), "--into"},
      {"--jobs", many.jobs.has_value()},
      {"--stop-after", many.stop_after.has_value()},
      {"--file-timeout", many.file_timeout.has_value()},
      {"--no-verify", request.no_verify, "--in-place"},
  };
  for (const Option& option : options) {
    if (!option.is_given) continue;
    throw UsageError(fmt::format("{} is only for use with {}", option.name, option.needed));
  }
}

/// throws: UsageError if mpirun started several processes without --mpi: each would do all the
/// work, and all would make the same output.
void refuse_many_processes(const Request& request) {
  const int processes = started_processes();
  if (processes == 1 || request.many.mpi) return;
  throw UsageError(
      fmt::format("{} processes were started to do the same work: add --mpi to share it among them",
                  processes));
}

/// Returns the report of one copy as that of a run over one file.
CopyManyReport as_run(const CopyReport& report) {
  FileCopy file;
  file.outcome = report.original_kept ? FileCopy::Outcome::kept : FileCopy::Outcome::copied;
  file.input_bytes = report.input_file_bytes;
  file.output_bytes = report.output_file_bytes;
  CopyManyReport run;
  run.files.push_back(std::move(file));
  run.seconds = report.seconds;
  return run;
}

/// Sets the names of inputs that are joined.
void name_joined_files(Request& request) {
  CopyOptions& options = request.options;
  (request.is_appended ? options.append : options.view.concat) = request.joined_dimension;
  options.view.skip_present = request.many.resume;
  options.view.inputs.assign(request.operands.begin(), request.operands.end() - 1);
  options.input = options.view.inputs.front();
  const std::size_t others = options.view.inputs.size() - 1;
  if (others > 0) options.input += fmt::format(" and {} more", others);
}

/// Sets the names of one input and one output, or of several that are joined.
void name_files(Request& request) {
  refuse_options_of_many(request);
  if (request.operands.empty()) throw UsageError("INPUT is missing");
  if (request.operands.size() < 2) throw UsageError("OUTPUT is missing");
  if (request.joined_dimension) {
    name_joined_files(request);
  } else if (request.operands.size() > 2) {
    throw UsageError(
        fmt::format("unexpected operand '{}'; to copy several files, name a folder with --into",
                    request.operands[2]));
  }
  if (!request.joined_dimension) request.options.input = request.operands[0];
  request.options.output = request.operands.back();
  request.options.mpi = request.many.mpi;
  if (request.plan && request.options.mpi) {
    throw UsageError("--plan of one file does not need several processes: leave out --mpi");
  }
}

int write_references(const std::string& name, Request& request) {
  if (request.is_appended) throw UsageError("--append extends stores, not references");
  if (request.operands.empty()) throw UsageError("INPUT is missing");
  ReferenceOptions& options = *request.references;
  options.view = std::exchange(request.options.view, ViewOptions());
  const bool is_copied =
      !(request.options == CopyOptions()) || !(request.many == CopyManyOptions());
  if (is_copied || !request.files_from.empty() || request.has_null_ends || request.plan ||
      request.report != Report::none || request.no_verify || request.nice > 0) {
    throw UsageError("--kerchunk copies nothing and takes no options for copying");
  }
  options.inputs = request.operands;
  options.url = request.reference_url;
  options.dimension = request.joined_dimension;
  const auto tell = [&](const std::string& text) { print_note(name, text); };
  if (options.output == "-") {
    print_piece(ncf::format_references(options, tell));
  } else {
    ncf::make_references(options, tell);
  }
  return 0;
}

/// Describes the effect of --if-smaller.
std::string describe_kept(const CopyOptions& options, const CopyReport& report) {
  const auto what = options.if_smaller == Otherwise::none   ? "was not made"
                    : options.if_smaller == Otherwise::link ? "is a hard link to the input"
                                                            : "is an unchanged copy of the input";
  return fmt::format("{} {}: it would not be smaller than {} bytes", options.output, what,
                     report.input_file_bytes);
}

/// Calls `copy` with options by which signals stop it, if the output is on a server: it then
/// removes what it made there. Otherwise they end this process.
CopyReport stopping_on_signals(const std::string& name, CopyOptions options,
                               const std::function<CopyReport(const CopyOptions&)>& copy) {
  if (!is_on_server(options.output)) return copy(options);
  const StopOnSignals signals;
  options.stop = &signals.source();
  try {
    return copy(options);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
    const bool says_more = error.message() != "interrupted";
    if (says_more) print_message(fmt::format("{}: {}", name, error.what()));
    signals.die_of_signal();
    throw;
  }
}

int copy_file(const std::string& name, const Request& request) {
  const auto on_note = [&](const std::string& text) { print_note(name, text); };
  if (request.plan) {
    if (request.report == Report::summary) {
      throw UsageError(
          "--report=summary is for a copy or a run with --into; --plan prints the plan");
    }
    print_plan(request, plan_copy(request.options, on_note));
    return 0;
  }
  const AskedBySignal asked;
  ProgressLine progress(name, request.progress);
  const CopyReport report = stopping_on_signals(name, request.options, [&](const auto& options) {
    return ncf::copy(options, on_note, [&](const CopyProgress& done) {
      progress.show({done.bytes_done, done.bytes});
      if (asked.take()) progress.print();
    });
  });
  progress.clear();
  if (report.rank != 0) return 0;
  if (report.original_kept) print_note(name, describe_kept(request.options, report));
  if (request.report == Report::summary) print(format_summary(as_run(report)));
  print_report(request, report);
  require_printed_report(request.options.output + " is");
  return 0;
}

/// throws: Error(io).
void lower_priority(int steps) {
  errno = 0;
  if (::nice(steps) != -1 || errno == 0) return;
  throw Error(ErrorCode::io, fmt::format("--nice: {}", std::generic_category().message(errno)));
}

int run(const std::string& name, int argc, char** argv) {
  std::optional<Request> request = parse_request(name, argc, argv);
  if (!request) return 0;
  const PluginPathScope plugin_path(request->plugin_path);
  if (request->nice > 0) lower_priority(request->nice);
  if (request->references) return write_references(name, *request);
  if (request->reference_url) throw UsageError("--kerchunk-url is only for use with --kerchunk");
  refuse_many_processes(*request);
  const bool is_of_many = !request->many.folder.empty() || request->options.in_place;
  if (is_of_many && request->joined_dimension) {
    throw UsageError(fmt::format("{} of all inputs; leave out --into and --in-place",
                                 request->is_appended ? "--append extends one store by the contents"
                                                      : "--concat makes one output"));
  }
  if (is_of_many) return copy_many_files(name, *request);
  name_files(*request);
  return copy_file(name, *request);
}

}  // namespace
}  // namespace ncf::apps::copy

int main(int argc, char** argv) { return ncf::apps::guard_main(argc, argv, ncf::apps::copy::run); }
