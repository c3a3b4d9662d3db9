// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The parsed command line of ncfcopy, the output that it asks for, and the copies of many files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/progress_line.hpp"
#include "common/standard_streams.hpp"
#include "ncf/copy.hpp"
#include "ncf/copy_many.hpp"
#include "ncf/references.hpp"

namespace ncf::apps::copy {

/// `jsonl`: a line for each of many files as soon as it is done.
enum class Report { none, text, json, jsonl, summary };

struct Request {
  CopyOptions options;
  std::vector<std::string> plugin_path;
  std::vector<std::string> operands;
  std::optional<ReferenceOptions> references;  ///< instead of a copy
  std::optional<std::string> reference_url;
  std::optional<std::string> joined_dimension;  ///< of all inputs
  bool is_appended = false;                     ///< to the output, along that dimension
  /// For many files: all members except `copy` and `inputs`. `folder` is empty without --into.
  CopyManyOptions many;
  std::string files_from;      ///< a file with names of inputs; empty if there is none
  bool has_null_ends = false;  ///< names in it end with NUL
  bool plan = false;
  bool has_history = false;
  bool is_if_smaller_bare = false;  ///< --if-smaller without a value
  int nice = 0;                     ///< lowers the priority by this
  bool no_verify = false;           ///< with --in-place, which otherwise verifies
  Report report = Report::none;
  ProgressLine::Use progress = ProgressLine::Use::on_terminal;
};

/// Returns empty if help or version was requested and printed. throws: UsageError.
std::optional<Request> parse_request(const std::string& name, int argc, const char* const* argv);

/// throws: UsageError for a text report, which needs a copy.
void refuse_report_of_plan(const Request& request);

void print_plan(const Request& request, const CopyPlan& plan);

/// Prints the report of one copy or of many in the requested form, if that has a text or an object.
template <class Done>
void print_report(const Request& request, const Done& report) {
  if (request.report == Report::text) print(escape_lines(format_report(report, output_width())));
  if (request.report == Report::json) print(format_report_json(report));
}

/// Call it when outputs have their final names, because a missing report does not affect them.
/// complete: the outputs, with their verb. throws: Error(io).
void require_printed_report(std::string_view complete);

/// Copies with --into or --in-place: many files, each in its own process. Returns the exit status.
/// throws: UsageError; Error(interrupted) after reporting what was done.
int copy_many_files(const std::string& name, const Request& request);

}  // namespace ncf::apps::copy
