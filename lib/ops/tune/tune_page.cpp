// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "ncf/tune.hpp"
#include "ops/page/chart.hpp"
#include "ops/page/page.hpp"
#include "ops/quantities.hpp"
#include "ops/tune/command.hpp"
#include "ops/tune/information_page.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf {
namespace {

using ops::format_bytes;
using ops::page::Html;

/// Returns the bytes of values that one thread encodes and decodes in a second; 0 without filters.
double speed_of(const TuneTrial& trial) {
  if (trial.encode_rate == 0 || trial.decode_rate == 0) return 0;
  return 1 / (1 / trial.encode_rate + 1 / trial.decode_rate);
}

Html rate_cell(double rate) {
  return rate == 0 ? Html("-") : ops::page::number(std::round(rate), ops::format_rate(rate));
}

std::string remark_on(const TuneTrial& trial) {
  std::string remark;
  const auto add = [&](bool is_so, const char* words) {
    if (is_so) remark += (remark.empty() ? "" : ", ") + std::string(words);
  };
  add(trial.is_chosen, "chosen");
  add(trial.is_present, "as now");
  add(trial.is_on_front, "on the front");
  add(trial.rounds, "rounds by itself");
  return remark;
}

ops::page::Table table_of(const TunedVariable& variable) {
  ops::page::Table table{"Filters that were tried, the smallest result last",
                         {{"number"},
                          {"filters"},
                          {"stored", true},
                          {"raw/stored", true},
                          {"encode MB/s", true},
                          {"decode MB/s", true},
                          {"remark"}}};
  for (std::size_t i = 0; i < variable.trials.size(); ++i) {
    const TuneTrial& trial = variable.trials[i];
    table.rows.push_back({fmt::format("{}", i + 1), ops::page::element("code", trial.filters),
                          ops::page::number(trial.stored_bytes, format_bytes(trial.stored_bytes)),
                          ops::format_ratio(variable.raw_bytes, trial.stored_bytes),
                          rate_cell(trial.encode_rate), rate_cell(trial.decode_rate),
                          remark_on(trial)});
  }
  return table;
}

Html format_chart(const TunedVariable& variable) {
  ops::page::Chart chart;
  chart.label = fmt::format(
      "Sizes of {} against the speed of encoding and decoding; the numbers follow", variable.path);
  chart.x_title = "encode and decode, MB/s";
  chart.y_title =
      "Stored size, by the number in the table. A line joins the front: the filters for which no "
      "others are both smaller and faster. A ring marks the choice.";
  chart.format_x = [](double x) { return fmt::format("{:.3g}", x); };
  chart.format_y = [](double y) { return format_bytes(static_cast<std::uint64_t>(y)); };
  constexpr double megabyte = 1e6;
  for (std::size_t i = 0; i < variable.trials.size(); ++i) {
    const TuneTrial& trial = variable.trials[i];
    const double speed = speed_of(trial) / megabyte;
    if (speed == 0 || trial.stored_bytes == 0) continue;  // not on a logarithmic scale
    chart.points.push_back(
        {speed, static_cast<double>(trial.stored_bytes), fmt::format("{}", i + 1),
         fmt::format("{}: {}, {:.0f} MB/s", trial.filters, format_bytes(trial.stored_bytes), speed),
         trial.is_on_front, trial.is_chosen});
  }
  return ops::page::chart(chart);
}

Html draw_information(const TunedVariable& variable) {
  if (variable.information.empty()) return {};
  Html tables;
  for (const DimensionInformation& along : variable.information) {
    tables += ops::information_table(along);
  }
  return ops::page::details("Information in each bit", tables);
}

/// Returns the variables as rows, the bits as columns.
Html draw_information(const TuneReport& report) {
  std::vector<ops::InformationRow> rows;
  for (const TunedVariable& variable : report.variables) {
    if (variable.information.empty()) continue;
    rows.push_back({ops::page::name(variable.path), variable.information});
  }
  if (rows.empty()) return {};
  return ops::page::section(
      "Information",
      ops::page::paragraph("How much a bit of a value tells about the same bit of its neighbour, "
                           "from 0 to 1 bit.") +
          ops::information_figure("variable", rows));
}

/// Formats some steps, spread evenly if there are many.
Html draw_steps(const TunedVariable& variable, const std::string& dimension) {
  constexpr std::size_t most_rows = 100;
  if (variable.steps.empty()) return {};
  const std::size_t stride = (variable.steps.size() + most_rows - 1) / most_rows;
  std::vector<ops::InformationRow> rows;
  for (std::size_t i = 0; i < variable.steps.size(); i += stride) {
    rows.push_back({ops::page::number(variable.steps[i].step), variable.steps[i].information});
  }
  const Html which =
      stride == 1 ? Html() : ops::page::paragraph(fmt::format("One of {} steps is shown.", stride));
  return ops::page::details(fmt::format("Information per {}", dimension),
                            which + ops::information_figure(dimension, rows));
}

Html format_variable(const TunedVariable& variable, const std::string& information_per) {
  Html text = ops::page::paragraph(ops::describe(variable));
  if (!variable.rounding.empty()) {
    text += ops::page::paragraph(ops::describe_rounding(variable));
  }
  return ops::page::section(
      variable.path, text + format_chart(variable) + ops::page::table(table_of(variable)) +
                         draw_information(variable) + draw_steps(variable, information_per));
}

Html format_command(const TuneReport& report) {
  if (report.variables.empty()) return ops::page::paragraph("No variable can be tuned.");
  if (report.command.empty()) {
    return ops::page::paragraph("Every variable already has the best filters.");
  }
  Html text = ops::page::command(ops::format_command(report.command));
  if (!report.xarray.text.empty()) {
    text +=
        ops::page::paragraph("In Python, with xarray:") + ops::page::command(report.xarray.text);
  }
  if (!report.xarray.note.empty()) text += ops::page::paragraph(report.xarray.note);
  return ops::page::section("Command", text);
}

Html format_others(const TuneReport& report) {
  if (report.others.empty()) return {};
  ops::page::Table table{
      "Variables that were not tuned",
      {{"variable"}, {"raw", true}, {"now", true}, {"stored", true}, {"reason"}}};
  for (const UntunedVariable& one : report.others) {
    table.rows.push_back(
        {ops::page::name(one.path), ops::page::number(one.raw_bytes, format_bytes(one.raw_bytes)),
         ops::page::number(one.input_bytes, format_bytes(one.input_bytes)),
         ops::page::number(one.stored_bytes, format_bytes(one.stored_bytes)), one.reason});
  }
  return ops::page::section("Others", ops::page::table(table));
}

Html format_notes(const TuneReport& report) {
  if (report.notes.empty()) return {};
  return ops::page::section("Notes", ops::page::list({report.notes.begin(), report.notes.end()}));
}

}  // namespace

std::string format_tuning_html(const TuneReport& report) {
  Html content = ops::page::paragraph(ops::describe_totals(report)) + format_command(report) +
                 draw_information(report);
  for (const TunedVariable& variable : report.variables) {
    content += format_variable(variable, report.information_per);
  }
  return ops::page::format_page(fmt::format("Filters for {}", report.input),
                                content + format_others(report) + format_notes(report));
}

}  // namespace ncf
