// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/text/format_count.hpp"
#include "ncf/tune_many.hpp"
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

Html format_variables(const TuneManyReport& report) {
  ops::page::Table table{"Variables that mean the same, with the filters recommended for all files",
                         {{"variables"},
                          {"number", true},
                          {"type"},
                          {"values", true},
                          {"now", true},
                          {"filters now"},
                          {"predicted", true},
                          {"raw/stored", true},
                          {"filters"}}};
  for (const TuneManyVariable& variable : report.variables) {
    const TunedVariable& sum = variable.sum;
    const auto bytes = [](std::uint64_t count) {
      return ops::page::number(count, format_bytes(count));
    };
    table.add({ops::page::name(ops::describe_variables(variable)),
               ops::page::number(variable.count, fmt::format("{}", variable.count)), sum.type,
               bytes(sum.raw_bytes), bytes(sum.input_bytes),
               ops::page::element("code", ops::present_trial(sum).filters), bytes(sum.stored_bytes),
               ops::format_ratio(sum.raw_bytes, sum.stored_bytes),
               ops::page::element("code", ops::describe_choice(variable))});
  }
  return ops::page::table(table);
}

Html draw_information(const TuneManyReport& report) {
  std::vector<ops::InformationRow> rows;
  for (const TuneManyVariable& variable : report.variables) {
    if (variable.sum.information.empty()) continue;
    rows.push_back({ops::page::name(ops::describe_variables(variable)), variable.sum.information});
  }
  return ops::information_section(rows);
}

/// Formats what was tried on the variables together.
Html format_variable(const TuneManyVariable& variable) {
  const TunedVariable& sum = variable.sum;
  const std::string name = ops::describe_variables(variable);
  Html text = ops::page::paragraph(ops::describe_sum(variable));
  if (!sum.rounding.empty()) text += ops::page::paragraph(ops::describe_rounding(sum));
  return ops::page::section(
      name, text + ops::format_trials(sum, name) + ops::information_details(sum.information));
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
  if (!report.objection.empty()) {
    content += ops::page::paragraph("No command suits all files: " + report.objection);
  } else if (report.command.empty()) {
    content += ops::page::paragraph("The files already have the best filters.");
  } else {
    Html command = ops::page::command(ops::format_command(report.command));
    for (const std::string& sentence : ops::describe_expectation(report)) {
      command += ops::page::paragraph(sentence);
    }
    command += ops::draw_xarray(report.xarray,
                                Html("In Python, the argument encoding of xarray's functions:"));
    content += ops::page::section("Command", command);
  }
  content += ops::page::section("Filters", format_variables(report)) + draw_information(report);
  for (const TuneManyVariable& variable : report.variables) content += format_variable(variable);
  return ops::page::format_page("Filters for an archive",
                                content + format_files(report) + ops::format_notes(report.notes));
}

}  // namespace ncf
