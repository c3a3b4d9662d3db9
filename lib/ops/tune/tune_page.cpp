// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "ncf/tune.hpp"
#include "ops/page/page.hpp"
#include "ops/report/quantities.hpp"
#include "ops/tune/command.hpp"
#include "ops/tune/information_page.hpp"
#include "ops/tune/tune_page_parts.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf {
namespace {

using ops::format_bytes;
using ops::page::Html;

/// Returns the variables as rows, the bits as columns.
Html draw_information(const TuneReport& report) {
  std::vector<ops::InformationRow> rows;
  for (const TunedVariable& variable : report.variables) {
    if (variable.information.empty()) continue;
    rows.push_back({ops::page::name(variable.path), variable.information});
  }
  return ops::information_section(rows);
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
  return ops::page::section(variable.path, text + ops::format_trials(variable, variable.path) +
                                               ops::information_details(variable.information) +
                                               draw_steps(variable, information_per));
}

Html format_command(const TuneReport& report) {
  if (report.variables.empty()) return ops::page::paragraph("No variable can be tuned.");
  if (report.command.empty()) {
    return ops::page::paragraph("Every variable already has the best filters.");
  }
  return ops::page::section("Command",
                            ops::page::command(ops::format_command(report.command)) +
                                ops::draw_xarray(report.xarray, Html("In Python, with xarray:")));
}

Html format_others(const TuneReport& report) {
  if (report.others.empty()) return {};
  ops::page::Table table{
      "Variables that were not tuned",
      {{"variable"}, {"raw", true}, {"now", true}, {"stored", true}, {"reason"}}};
  for (const UntunedVariable& one : report.others) {
    table.add({ops::page::name(one.path),
               ops::page::number(one.raw_bytes, format_bytes(one.raw_bytes)),
               ops::page::number(one.input_bytes, format_bytes(one.input_bytes)),
               ops::page::number(one.stored_bytes, format_bytes(one.stored_bytes)), one.reason});
  }
  return ops::page::section("Others", ops::page::table(table));
}

}  // namespace

std::string format_tuning_html(const TuneReport& report) {
  Html content = ops::page::paragraph(ops::describe_totals(report)) + format_command(report) +
                 draw_information(report);
  for (const TunedVariable& variable : report.variables) {
    content += format_variable(variable, report.information_per);
  }
  return ops::page::format_page(fmt::format("Filters for {}", report.input),
                                content + format_others(report) + ops::format_notes(report.notes));
}

}  // namespace ncf
