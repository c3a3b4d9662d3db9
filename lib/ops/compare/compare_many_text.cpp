// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/json/json.hpp"
#include "ncf/compare_many.hpp"
#include "ncf/escape_controls.hpp"
#include "ops/compare/compare_parts.hpp"
#include "ops/quantities.hpp"
#include "ops/text_table.hpp"

namespace ncf {
namespace {

using base::Json;

std::string format_datasets(const std::vector<ComparedDataset>& datasets, std::size_t width) {
  std::vector<ops::TableRow> rows{{"dataset", "result", "definitions", "variables that differ"}};
  for (const ComparedDataset& one : datasets) {
    if (one.is_equal) continue;
    rows.push_back({one.first, std::string(ops::verdict(one.is_equal, one.is_within_limits)),
                    fmt::format("{}", one.definitions),
                    one.failure.empty() ? ops::format_few(one.differing) : "not compared"});
  }
  return rows.size() == 1 ? "" : ops::format_table(rows, {.width = width}) + '\n';
}

std::string format_missing(const std::vector<std::string>& paths, std::string_view folder) {
  std::string text;
  for (const std::string& path : paths) {
    text += fmt::format("only in {}: {}\n", escape_controls(folder), escape_controls(path));
  }
  return text;
}

Json as_json(const std::vector<std::string>& texts) {
  Json list = base::json_list();
  for (const std::string& text : texts) list.elements.push_back(base::json_text(text));
  return list;
}

Json as_json(const ComparedDataset& one) {
  return base::json_object()
      .add("first", base::json_text(one.first))
      .add("second", base::json_text(one.second))
      .add("equal", base::json_boolean(one.is_equal))
      .add("within_limits", base::json_boolean(one.is_within_limits))
      .add("definitions", base::json_number(std::uint64_t{one.definitions}))
      .add("variables", base::json_number(std::uint64_t{one.variables}))
      .add("differing", as_json(one.differing))
      .add("failure", one.failure.empty() ? base::json_null() : base::json_text(one.failure));
}

}  // namespace

std::string format_comparison(const CompareManyReport& report, std::size_t width) {
  std::string text = fmt::format("first:  {}\nsecond: {}\n\n", escape_controls(report.first),
                                 escape_controls(report.second));
  text += format_datasets(report.datasets, width);
  for (const ComparedDataset& one : report.datasets) {
    if (!one.failure.empty()) text += escape_controls(one.failure) + '\n';
  }
  for (const std::string& message : report.unreadable) text += escape_controls(message) + '\n';
  text += format_missing(report.only_in_first, report.first) +
          format_missing(report.only_in_second, report.second);
  const auto equal = std::ranges::count_if(report.datasets, &ComparedDataset::is_equal);
  text += fmt::format("equal datasets: {} of {}\n", equal, report.datasets.size());
  return text + std::string(ops::verdict(report.is_equal(), report.is_within_limits())) + '\n';
}

std::string format_comparison_json(const CompareManyReport& report) {
  Json datasets = base::json_list();
  for (const ComparedDataset& one : report.datasets) datasets.elements.push_back(as_json(one));
  return base::format_json(base::json_object()
                               .add("first", base::json_text(report.first))
                               .add("second", base::json_text(report.second))
                               .add("equal", base::json_boolean(report.is_equal()))
                               .add("within_limits", base::json_boolean(report.is_within_limits()))
                               .add("datasets", std::move(datasets))
                               .add("only_in_first", as_json(report.only_in_first))
                               .add("only_in_second", as_json(report.only_in_second))
                               .add("unreadable", as_json(report.unreadable)));
}

}  // namespace ncf
