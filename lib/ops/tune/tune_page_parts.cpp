// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/tune_page_parts.hpp"

#include <fmt/format.h>

#include <cmath>

#include "ops/page/chart.hpp"
#include "ops/page/page.hpp"
#include "ops/report/quantities.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf::ops {
namespace {

using page::Html;

/// Returns the bytes of values that one thread encodes and decodes in a second; 0 without filters.
double speed_of(const TuneTrial& trial) {
  if (trial.encode_rate == 0 || trial.decode_rate == 0) return 0;
  return 1 / (1 / trial.encode_rate + 1 / trial.decode_rate);
}

Html rate_cell(double rate) {
  return rate == 0 ? Html("-") : page::number(std::round(rate), format_rate(rate));
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

page::Table table_of(const TunedVariable& variable) {
  page::Table table{"Filters that were tried, the smallest result last",
                    {{"number"},
                     {"filters"},
                     {"stored", true},
                     {"raw/stored", true},
                     {"encode MB/s", true},
                     {"decode MB/s", true},
                     {"remark"}}};
  for (std::size_t i = 0; i < variable.trials.size(); ++i) {
    const TuneTrial& trial = variable.trials[i];
    table.add({fmt::format("{}", i + 1), page::element("code", trial.filters),
               page::number(trial.stored_bytes, format_bytes(trial.stored_bytes)),
               format_ratio(variable.raw_bytes, trial.stored_bytes), rate_cell(trial.encode_rate),
               rate_cell(trial.decode_rate), remark_on(trial)});
  }
  return table;
}

Html format_chart(const TunedVariable& variable, const std::string& name) {
  page::Chart chart;
  chart.label = fmt::format(
      "Sizes of {} against the speed of encoding and decoding; the numbers follow", name);
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
  return page::chart(chart);
}

}  // namespace

Html format_trials(const TunedVariable& variable, const std::string& name) {
  return format_chart(variable, name) + page::table(table_of(variable));
}

Html draw_xarray(const Notation& xarray, const Html& introduction) {
  Html text;
  if (!xarray.text.empty()) text += page::paragraph(introduction) + page::command(xarray.text);
  if (!xarray.note.empty()) text += page::paragraph(xarray.note);
  return text;
}

Html format_notes(const std::vector<std::string>& notes) {
  if (notes.empty()) return {};
  return page::section("Notes", page::list({notes.begin(), notes.end()}));
}

}  // namespace ncf::ops
