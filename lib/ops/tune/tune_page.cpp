// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "base/format_count.hpp"
#include "ncf/tune.hpp"
#include "ops/copy/information.hpp"
#include "ops/page/chart.hpp"
#include "ops/page/page.hpp"
#include "ops/quantities.hpp"
#include "ops/tune/command.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf {
namespace {

using ops::format_bytes;
using ops::page::Html;

/// Bytes of values that one thread encodes and decodes in a second; 0 without filters.
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

/// "sign", "exponent 1", "significand 1".
std::string name_bit(std::size_t bit, std::size_t exponent_bits) {
  if (bit == 0) return "sign";
  if (bit <= exponent_bits) return fmt::format("exponent {}", bit);
  return fmt::format("significand {}", bit - exponent_bits);
}

Html format_information(const DimensionInformation& along) {
  const std::size_t significand_bits = ops::significand_part(along.information).size();
  const std::size_t exponent_bits = along.information.size() - significand_bits - 1;
  ops::page::Table table{
      fmt::format("Information along {}: {} of the significand for the requested share",
                  along.dimension, base::format_count(along.bits, "bit")),
      {{"bit"}, {"information", true}, {"of one bit"}, {"kept"}}};
  for (std::size_t bit = 0; bit < along.information.size(); ++bit) {
    const bool is_kept = bit <= exponent_bits + static_cast<std::size_t>(along.bits);
    const double information = along.information[bit];
    table.rows.push_back({name_bit(bit, exponent_bits),
                          ops::page::number(information, fmt::format("{:.3g}", information)),
                          ops::page::bar(information), is_kept ? "yes" : "no"});
  }
  return ops::page::table(table);
}

Html format_information(const TunedVariable& variable) {
  if (variable.information.empty()) return {};
  Html tables;
  for (const DimensionInformation& along : variable.information) {
    tables += format_information(along);
  }
  return ops::page::details("Information in each bit", tables);
}

Html format_variable(const TunedVariable& variable) {
  Html text = ops::page::paragraph(ops::describe(variable));
  if (!variable.rounding.empty()) {
    text += ops::page::paragraph(ops::describe_rounding(variable));
  }
  return ops::page::section(variable.path, text + format_chart(variable) +
                                               ops::page::table(table_of(variable)) +
                                               format_information(variable));
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
  Html content = ops::page::paragraph(ops::describe_totals(report)) + format_command(report);
  for (const TunedVariable& variable : report.variables) content += format_variable(variable);
  return ops::page::format_page(fmt::format("Filters for {}", report.input),
                                content + format_others(report) + format_notes(report));
}

}  // namespace ncf
