// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/format_count.hpp"
#include "base/json/json.hpp"
#include "ncf/tune_many.hpp"
#include "ops/quantities.hpp"
#include "ops/text_table.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf {
namespace {

using base::Json;
using ops::format_bytes;

Json as_json(const TuneManyTrial& trial) {
  return base::json_object()
      .add("filters", trial.filters)
      .add("stored_bytes", trial.stored_bytes)
      .add("seconds", trial.seconds)
      .add("chosen", trial.is_chosen)
      .add("present", trial.is_present);
}

std::string format_trials(const TuneManyReport& report, std::size_t width) {
  std::vector<ops::TableRow> rows{{" ", "filters", "raw/stored", "stored", "seconds"}};
  for (const TuneManyTrial& trial : report.trials) {
    const bool is_untried = trial.is_fallback && trial.seconds == 0;
    rows.push_back({trial.is_chosen ? "*" : " ",
                    trial.is_present ? trial.filters + " (as now)" : trial.filters,
                    ops::format_ratio(report.raw_bytes, trial.stored_bytes),
                    format_bytes(trial.stored_bytes),
                    is_untried ? "" : fmt::format("{:.2f}", trial.seconds)});
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
  text += '\n' + format_trials(report, width) + '\n';
  if (report.command.empty()) return text + "# the files already have the best filters\n";
  for (const std::string& line : ops::describe_expectation(report)) text += line + '\n';
  return text + '\n' + ops::describe_commands(report) + '\n';
}

std::string format_tuning_json(const TuneManyReport& report) {
  return base::format_json(base::json_object()
                               .add("files", report.file_count)
                               .add("file_bytes", report.file_bytes)
                               .add("tuned_files", report.tuned_files)
                               .add("failures", report.failures)
                               .add("raw_bytes", report.raw_bytes)
                               .add("input_bytes", report.input_bytes)
                               .add("best_bytes", report.best_bytes)
                               .add("trials", base::json_list(report.trials, as_json))
                               .add("expected_bytes", report.expected_bytes)
                               .add("expected_seconds", report.expected_seconds)
                               .add("folder", report.folder)
                               .add("command", report.command));
}

}  // namespace ncf
