// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/format_count.hpp"
#include "ncf/tune_many.hpp"
#include "ops/page/chart.hpp"
#include "ops/page/page.hpp"
#include "ops/quantities.hpp"
#include "ops/tune/front.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf {
namespace {

using ops::format_bytes;
using ops::page::Html;

std::string remark_on(const TuneManyTrial& trial) {
  if (!trial.is_present) return trial.is_chosen ? "chosen" : "";
  return trial.is_chosen ? "chosen, as now" : "as now";
}

Html format_trials(const TuneManyReport& report) {
  ops::page::Table table{"Filters that were tried on all variables, the smallest result last",
                         {{"number"},
                          {"filters"},
                          {"stored", true},
                          {"raw/stored", true},
                          {"seconds", true},
                          {"remark"}}};
  for (std::size_t i = 0; i < report.trials.size(); ++i) {
    const TuneManyTrial& trial = report.trials[i];
    table.rows.push_back({fmt::format("{}", i + 1), ops::page::element("code", trial.filters),
                          ops::page::number(trial.stored_bytes, format_bytes(trial.stored_bytes)),
                          ops::format_ratio(report.raw_bytes, trial.stored_bytes),
                          ops::page::number(trial.seconds, fmt::format("{:.2f}", trial.seconds)),
                          remark_on(trial)});
  }
  return ops::page::table(table);
}

Html format_chart(const TuneManyReport& report) {
  std::vector<ops::Cost> costs;
  for (const TuneManyTrial& trial : report.trials) {
    costs.push_back({static_cast<double>(trial.stored_bytes), trial.seconds});
  }
  const std::vector<bool> front = ops::pareto_front(costs);
  ops::page::Chart chart;
  chart.label = "Sizes against the seconds to encode and decode; the numbers follow";
  chart.x_title = "seconds to encode and decode";
  chart.y_title =
      "Stored size, by the number in the table. A line joins the front: the filters for which no "
      "others are both smaller and faster. A ring marks the choice.";
  chart.format_x = [](double x) { return fmt::format("{:.3g}", x); };
  chart.format_y = [](double y) { return format_bytes(static_cast<std::uint64_t>(y)); };
  for (std::size_t i = 0; i < report.trials.size(); ++i) {
    const TuneManyTrial& trial = report.trials[i];
    if (trial.seconds == 0) continue;
    chart.points.push_back({trial.seconds, costs[i].bytes, fmt::format("{}", i + 1),
                            fmt::format("{}: {}, {:.2f} s", trial.filters,
                                        format_bytes(trial.stored_bytes), trial.seconds),
                            front[i], trial.is_chosen});
  }
  return ops::page::chart(chart);
}

Html format_files(const TuneManyReport& report) {
  std::vector<Html> files;
  for (const std::string& file : report.tuned_files) files.push_back(ops::page::name(file));
  for (const std::string& failure : report.failures) files.emplace_back("not tried: " + failure);
  return ops::page::section("Files that were tried", ops::page::list(files));
}

}  // namespace

std::string format_tuning_html(const TuneManyReport& report) {
  Html content = ops::page::paragraph(
      fmt::format("{}, {}; of them tried: {}.", base::format_count(report.file_count, "file"),
                  format_bytes(report.file_bytes), report.tuned_files.size()));
  if (report.command.empty()) {
    content += ops::page::paragraph("The files already have the best filters.");
  } else {
    Html command = ops::page::command(ops::describe_commands(report));
    for (const std::string& sentence : ops::describe_expectation(report)) {
      command += ops::page::paragraph(sentence);
    }
    content += ops::page::section("Command", command);
  }
  content += ops::page::section("Filters", format_chart(report) + format_trials(report));
  return ops::page::format_page("Filters for an archive", content + format_files(report));
}

}  // namespace ncf
