// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The output of --plan and --report.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "common/command_line.hpp"
#include "common/standard_streams.hpp"
#include "common/terminal.hpp"
#include "ncf/error.hpp"
#include "ncfcopy/request.hpp"

namespace ncf::apps::copy {

/// throws: UsageError for a text report, which needs a copy.
inline void refuse_report_of_plan(const Request& request) {
  if (!request.plan || request.report != Report::text) return;
  throw UsageError(
      "--plan and --report contradict each other; --report=json prints the plan as JSON");
}

inline void print_plan(const Request& request, const CopyPlan& plan) {
  refuse_report_of_plan(request);
  const bool is_text = request.report == Report::none;
  print(is_text ? escape_lines(format_plan(plan, output_width())) : format_plan_json(plan));
}

/// Prints the report of one copy or of many in the requested form, if that has a text or an object.
template <class Done>
void print_report(const Request& request, const Done& report) {
  if (request.report == Report::text) print(escape_lines(format_report(report, output_width())));
  if (request.report == Report::json) print(format_report_json(report));
}

/// Call it when outputs have their final names, because a missing report does not affect them.
/// complete: the outputs, with their verb. throws: Error(io).
inline void require_printed_report(std::string_view complete) {
  if (flush_output()) return;
  throw Error(ErrorCode::io,
              fmt::format("{} complete; only the report could not be written to standard output",
                          complete));
}

}  // namespace ncf::apps::copy
