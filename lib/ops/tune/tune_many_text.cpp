// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/json/json.hpp"
#include "base/text/format_count.hpp"
#include "base/text/source_text.hpp"
#include "ncf/tune_many.hpp"
#include "ops/report/quantities.hpp"
#include "ops/report/report_json.hpp"
#include "ops/report/text_table.hpp"
#include "ops/rounding/information.hpp"
#include "ops/tune/command.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf {
namespace {

using base::Json;
using ops::format_bytes;

Json as_json(const TuneManyVariable& variable) {
  return base::json_object()
      .add("paths", variable.paths)
      .add("count", variable.count)
      .add("type", variable.sum.type)
      .add("standard_name", variable.sum.standard_name)
      .add("raw_bytes", variable.sum.raw_bytes)
      .add("input_bytes", variable.sum.input_bytes)
      .add("stored_bytes", variable.sum.stored_bytes)
      .add("rounding", ops::rounding_of_choice(variable.sum))
      .add("information", ops::information_json(variable.sum.information))
      .add("trials", base::json_list(variable.sum.trials, ops::trial_json));
}

std::string format_variables(const TuneManyReport& report, std::size_t width) {
  std::vector<ops::TableRow> rows{{"variables", "number", "type", "values", "now", "filters now",
                                   "predicted", "raw/stored", "filters"}};
  for (const TuneManyVariable& variable : report.variables) {
    const TunedVariable& sum = variable.sum;
    rows.push_back({ops::describe_variables(variable), fmt::format("{}", variable.count), sum.type,
                    format_bytes(sum.raw_bytes), format_bytes(sum.input_bytes),
                    ops::present_trial(sum).filters, format_bytes(sum.stored_bytes),
                    ops::format_ratio(sum.raw_bytes, sum.stored_bytes),
                    ops::describe_choice(variable)});
  }
  return ops::format_table(rows, {.width = width});
}

}  // namespace

std::string format_tuning(const TuneManyReport& report, std::size_t width) {
  std::string text =
      fmt::format("{}, {}; {} of them tried\n", base::format_count(report.file_count, "file"),
                  format_bytes(report.file_bytes), report.tuned_files.size());
  for (const std::string& failure : report.failures)
    text += fmt::format("not tried: {}\n", failure);
  for (const std::string& note : report.notes) text += fmt::format("note: {}\n", note);
  text += '\n' + format_variables(report, width) + '\n';
  if (!report.objection.empty()) {
    // Names of files may contain line breaks, and users run the last line.
    return text +
           fmt::format("# no command suits all files: {}\n", base::printable(report.objection));
  }
  if (report.command.empty()) return text + "# the files already have the best filters\n";
  for (const std::string& line : ops::describe_expectation(report)) text += line + '\n';
  text += '\n' + ops::format_xarray(report.xarray, "xarray encoding");
  return text + ops::format_command(report.command) + '\n';
}

std::string format_tuning_json(const TuneManyReport& report) {
  return base::format_json(base::json_object()
                               .add("files", report.file_count)
                               .add("file_bytes", report.file_bytes)
                               .add("tuned_files", report.tuned_files)
                               .add("failures", report.failures)
                               .add("raw_bytes", report.raw_bytes)
                               .add("input_bytes", report.input_bytes)
                               .add("stored_bytes", report.stored_bytes)
                               .add("notes", report.notes)
                               .add("variables", base::json_list(report.variables,
                                                                 [](const TuneManyVariable& one) {
                                                                   return as_json(one);
                                                                 }))
                               .add("expected_bytes", report.expected_bytes)
                               .add("expected_seconds", report.expected_seconds)
                               .add("folder", report.folder)
                               .add("command", report.command)
                               .add("objection", report.objection)
                               .add("xarray", ops::notation_json(report.xarray)));
}

}  // namespace ncf
