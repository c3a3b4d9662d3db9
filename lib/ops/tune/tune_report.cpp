// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "base/text/messages.hpp"
#include "ncf/tune.hpp"
#include "ncf/tune_many.hpp"
#include "ops/page/chart.hpp"
#include "ops/page/report_document.hpp"
#include "ops/report/quantities.hpp"
#include "ops/tune/advice.hpp"
#include "ops/tune/information_report.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf {
namespace {

namespace page = ops::page;
using ops::format_bytes;
using page::Column;
using page::Document;
using page::Html;
using page::numbers;
using page::Shown;
using page::Table;

/// A variable of a file, or those of an archive that mean the same.
struct Tuned {
  std::string name;
  std::string description;
  const TunedVariable& variable;
};

std::vector<Tuned> tuned_in(const TuneReport& report) {
  std::vector<Tuned> all;
  for (const TunedVariable& one : report.variables)
    all.push_back({one.path, ops::describe(one), one});
  return all;
}

std::vector<Tuned> tuned_in(const TuneManyReport& report) {
  std::vector<Tuned> all;
  for (const TuneManyVariable& one : report.variables) {
    all.push_back({ops::describe_variables(one), ops::describe_sum(one), one.sum});
  }
  return all;
}

/// What to do.
struct Advice {
  Html objection;  ///< why there is no command, if there is none
  const std::vector<std::string>& command;
  const Notation& xarray;
  const char* xarray_label;         ///< in the text
  const char* xarray_introduction;  ///< on the page
  std::string errors;               ///< of rounding; empty if values stay exact
  std::vector<std::string> expectation = {};
};

Advice advice_of(const TuneReport& report) {
  Html objection;
  if (report.variables.empty()) {
    objection = Html("No variable can be tuned.").with_words("# no variable can be tuned");
  } else if (report.command.empty()) {
    objection = Html("Every variable already has the best filters.")
                    .with_words("# every variable already has the best filters");
  }
  return {objection,
          report.command,
          report.xarray,
          "xarray",
          "In Python, with xarray:",
          ops::describe_errors(report.variables)};
}

/// Names of files may contain line breaks, and users run the last line.
Advice advice_of(const TuneManyReport& report) {
  Html objection;
  if (!report.objection.empty()) {
    objection =
        Html("No command suits all files: " + report.objection)
            .with_words("# no command suits all files: " + base::printable(report.objection));
  } else if (report.command.empty()) {
    objection = Html("The files already have the best filters.")
                    .with_words("# the files already have the best filters");
  }
  return {objection,
          report.command,
          report.xarray,
          "xarray encoding",
          "In Python, the argument encoding of xarray's functions:",
          {},
          ops::describe_expectation(report)};
}

/// Adds the advice to the page. The text ends with it, see `add_last_lines`.
void add_command(const Advice& advice, Document& document) {
  if (!advice.objection.is_empty()) return document.paragraph(advice.objection, Shown::on_page);
  document.section("Command");
  document.on_page(page::command(ops::format_command(advice.command)));
  for (const std::string& sentence : advice.expectation)
    document.paragraph(sentence, Shown::on_page);
  if (!advice.errors.empty()) document.paragraph(advice.errors, Shown::on_page);
  if (!advice.xarray.text.empty()) {
    document.paragraph(advice.xarray_introduction, Shown::on_page);
    document.on_page(page::command(advice.xarray.text));
  }
  if (!advice.xarray.note.empty()) document.paragraph(advice.xarray.note, Shown::on_page);
}

void add_last_lines(const Advice& advice, Document& document) {
  if (!advice.objection.is_empty()) return document.line(advice.objection.words());
  for (const std::string& sentence : advice.expectation) document.line(sentence);
  if (!advice.expectation.empty()) document.gap();
  if (!advice.errors.empty()) document.line(advice.errors);
  for (const std::string& line : {advice.xarray.text, advice.xarray.note}) {
    if (!line.empty()) document.line(fmt::format("{}: {}", advice.xarray_label, line));
  }
  document.line(ops::format_command(advice.command));
}

/// Returns the bytes of values that one thread encodes once and decodes ten times in a second; 0
/// without filters.
double speed_of(const TuneTrial& trial) {
  if (trial.encode_rate == 0 || trial.decode_rate == 0) return 0;
  return 1 / ops::time_of(1 / trial.encode_rate, 1 / trial.decode_rate);
}

Html rate_cell(double rate) {
  return rate == 0 ? Html("-") : page::number(std::round(rate), ops::format_rate(rate));
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

Html trials_chart(const TunedVariable& variable, const std::string& name) {
  page::Chart chart;
  chart.label = fmt::format(
      "Sizes of {} against the speed of writing once and reading ten times; the numbers follow",
      name);
  chart.x_title = "written once and read ten times, MB/s";
  chart.y_title =
      "Stored size, by the number in the table. A line joins the front: the filters for which no "
      "others are both smaller and faster. A ring marks the choice.";
  chart.format_x = [](double x) { return fmt::format("{:.0f}", x); };
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
  return page::chart(chart);
}

Table trials_table(const TunedVariable& variable, TuneDetail detail) {
  const bool is_all = detail == TuneDetail::all;
  Table table{"Filters that were tried, the smallest result last",
              page::columns(Column{" ", false, Shown::in_text},
                            Column{"front", false, is_all ? Shown::in_text : Shown::on_page},
                            Column{"number", false, Shown::on_page}, "filters",
                            numbers("raw/stored"), numbers("stored"), numbers("encode MB/s"),
                            numbers("decode MB/s"), Column{"remark", false, Shown::on_page}),
              {},
              {2, 3, 5, 4, 6, 7, 8}};
  for (const TuneTrial& trial : variable.trials) {
    const bool is_in_text = is_all || trial.is_on_front || trial.is_chosen || trial.is_present;
    const Html filters = page::element("code", trial.filters);
    table.add(
        {trial.is_chosen ? "*" : " ", trial.is_on_front ? "yes" : "",
         fmt::format("{}", table.rows.size() + 1),
         trial.is_present ? filters.with_words(trial.filters + " (as now)") : filters,
         ops::format_ratio(variable.raw_bytes, trial.stored_bytes), page::bytes(trial.stored_bytes),
         rate_cell(trial.encode_rate), rate_cell(trial.decode_rate), remark_on(trial)},
        is_in_text ? Shown::everywhere : Shown::on_page);
  }
  return table;
}

void add_information(const std::vector<Tuned>& all, Document& document) {
  std::vector<ops::InformationRow> rows;
  for (const Tuned& one : all) {
    if (one.variable.information.empty()) continue;
    rows.push_back({page::name(one.name), one.variable.information});
  }
  ops::add_information_figure(rows, document);
}

/// Adds what was tried. shown: in the text too, or only on the page.
void add_tuned(const Tuned& tuned, const std::string& information_per, TuneDetail detail,
               Shown shown, Document& document) {
  const TunedVariable& variable = tuned.variable;
  document.section(tuned.name);
  document.paragraph(tuned.description, Shown::on_page);
  const bool is_in_text = shown != Shown::on_page;
  if (is_in_text) {
    document.line(fmt::format("{}: {}", tuned.name, tuned.description));
  }
  if (!variable.rounding.empty()) document.paragraph(ops::describe_rounding(variable), shown);
  if (is_in_text) ops::add_information_lines(variable, information_per, document);
  document.on_page(trials_chart(variable, tuned.name));
  document.table(trials_table(variable, detail), shown);
  document.on_page(ops::information_details(variable, information_per));
}

/// The text has one line for each reason.
void add_others(const TuneReport& report, Document& document) {
  std::map<std::string, std::vector<std::string>> by_reason;
  Table table{
      "Variables that were not tuned",
      page::columns("variable", numbers("raw"), numbers("now"), numbers("stored"), "reason")};
  for (const UntunedVariable& one : report.others) {
    by_reason[one.reason].push_back(one.path);
    table.add({page::name(one.path), page::bytes(one.raw_bytes), page::bytes(one.input_bytes),
               page::bytes(one.stored_bytes), one.reason});
  }
  for (const auto& [reason, paths] : by_reason) {
    document.line(fmt::format("not tuned, {}: {}", reason, ops::format_few(paths)));
  }
  document.section("Others");
  document.table(table, Shown::on_page);
}

Table variables_table(const TuneManyReport& report) {
  Table table{
      "Variables that mean the same, with the filters recommended for all files",
      page::columns("variables", numbers("number"), "type", numbers("values"), numbers("now"),
                    "filters now", numbers("predicted"), numbers("raw/stored"), "filters")};
  for (const TuneManyVariable& variable : report.variables) {
    const TunedVariable& sum = variable.sum;
    table.add({page::name(ops::describe_variables(variable)), page::number(variable.count),
               sum.type, page::bytes(sum.raw_bytes), page::bytes(sum.input_bytes),
               page::element("code", ops::present_trial(sum).filters),
               page::bytes(sum.stored_bytes), ops::format_ratio(sum.raw_bytes, sum.stored_bytes),
               page::element("code", ops::describe_choice(variable))});
  }
  table.is_shown_empty = true;
  return table;
}

void add_files(const TuneManyReport& report, Document& document) {
  std::vector<Html> files;
  for (const std::string& file : report.tuned_files) files.push_back(page::name(file));
  for (const std::string& failure : report.failures) files.emplace_back("not tried: " + failure);
  document.section("Files that were tried");
  document.list(files, Shown::on_page);
}

void add_notes(const std::vector<std::string>& notes, Document& document) {
  document.section("Notes");
  document.list({notes.begin(), notes.end()}, Shown::on_page);
}

Document document_of(const TuneReport& report, TuneDetail detail, std::size_t width) {
  const std::vector<Tuned> all = tuned_in(report);
  const Advice advice = advice_of(report);
  const std::string totals = ops::describe_totals(report);
  Document document(width);
  document.line(fmt::format("{} ({})", report.input, format_name(report.input_format)));
  document.paragraph(totals);
  document.gap();
  add_command(advice, document);
  add_information(all, document);
  for (const Tuned& one : all) {
    add_tuned(one, report.information_per, detail, Shown::everywhere, document);
  }
  for (const std::string& note : report.notes) document.line("note: " + note);
  add_others(report, document);
  add_last_lines(advice, document);
  add_notes(report.notes, document);
  return document;
}

Document document_of(const TuneManyReport& report, std::size_t width) {
  const std::vector<Tuned> all = tuned_in(report);
  const Advice advice = advice_of(report);
  const Table variables = variables_table(report);
  const std::string files = fmt::format("{}, {}", base::format_count(report.file_count, "file"),
                                        format_bytes(report.file_bytes));
  Document document(width);
  document.line(fmt::format("{}; {} of them tried", files, report.tuned_files.size()));
  for (const std::string& failure : report.failures) document.line("not tried: " + failure);
  for (const std::string& note : report.notes) document.line("note: " + note);
  document.gap();
  document.table(variables, Shown::in_text);
  add_last_lines(advice, document);
  document.paragraph(fmt::format("{}; of them tried: {}.", files, report.tuned_files.size()),
                     Shown::on_page);
  add_command(advice, document);
  document.section("Filters");
  document.table(variables, Shown::on_page);
  add_information(all, document);
  for (const Tuned& one : all) add_tuned(one, {}, TuneDetail::all, Shown::on_page, document);
  add_files(report, document);
  add_notes(report.notes, document);
  return document;
}

}  // namespace

std::string format_tuning(const TuneReport& report, TuneDetail detail, std::size_t width) {
  return document_of(report, detail, width).text();
}

std::string format_tuning_html(const TuneReport& report) {
  return document_of(report, TuneDetail::all, 0).page("Filters for " + report.input);
}

std::string format_tuning(const TuneManyReport& report, std::size_t width) {
  return document_of(report, width).text();
}

std::string format_tuning_html(const TuneManyReport& report) {
  return document_of(report, 0).page("Filters for an archive");
}

}  // namespace ncf
