// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/json/json.hpp"
#include "ncf/compare_many.hpp"
#include "ncf/escape_controls.hpp"
#include "ops/compare/compare_parts.hpp"
#include "ops/report/quantities.hpp"
#include "ops/report/text_table.hpp"

namespace ncf {
namespace {

using base::Json;

/// Several copies in a journal may have the same input.
std::string format_datasets(const CompareManyReport& report, std::size_t width) {
  const bool is_of_copies = !report.journal.empty();
  std::vector<ops::TableRow> rows{
      {is_of_copies ? "copy" : "dataset", "result", "definitions", "variables that differ"}};
  for (const ComparedDataset& one : report.datasets) {
    if (one.is_equal) continue;
    rows.push_back({is_of_copies ? one.second : one.first,
                    std::string(ops::verdict(one.is_equal, one.is_within_limits)),
                    fmt::format("{}", one.definitions),
                    one.failure.empty() ? ops::format_few(one.differing) : "not compared"});
  }
  return rows.size() == 1 ? "" : ops::format_table(rows, {.width = width}) + '\n';
}

/// Returns the variables that differ, with their worst errors in all datasets.
std::string format_variables(const CompareManyReport& report, std::size_t width) {
  std::vector<ops::TableRow> rows{
      {"variable", "datasets", "differing values", "largest error", "in", "relative", "in"}};
  for (const VariableOfMany& one : report.variables) {
    if (one.differing == 0) continue;
    ops::TableRow& row = rows.emplace_back(
        ops::TableRow{one.path, fmt::format("{} of {}", one.differing, one.datasets),
                      fmt::format("{}", one.differing_values)});
    for (const auto& worst : {one.largest_error, one.largest_relative_error}) {
      row.push_back(worst ? fmt::format("{:.3g}", worst->place.error) : "");
      row.push_back(worst ? ops::format_place(report, *worst) : "");
    }
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

Json as_json(const ComparedDataset& one) {
  return base::json_object()
      .add("first", one.first)
      .add("second", one.second)
      .add("equal", one.is_equal)
      .add("within_limits", one.is_within_limits)
      .add("definitions", one.definitions)
      .add("variables", one.variables)
      .add("differing", one.differing)
      .add("failure", base::json_text_or_null(one.failure));
}

Json error_json(const CompareManyReport& report, const std::optional<WorstError>& worst) {
  if (!worst) return {};
  const ComparedDataset& dataset = report.datasets[worst->dataset];
  return base::json_object()
      .add("error", worst->place.error)
      .add("datasets", std::vector{dataset.first, dataset.second})
      .add("at", worst->place.at)
      .add("first", worst->place.first)
      .add("second", worst->place.second);
}

Json variables_json(const CompareManyReport& report) {
  return base::json_list(report.variables, [&](const VariableOfMany& one) {
    return base::json_object()
        .add("path", one.path)
        .add("datasets", one.datasets)
        .add("differing", one.differing)
        .add("differing_values", one.differing_values)
        .add("largest_error", error_json(report, one.largest_error))
        .add("largest_relative_error", error_json(report, one.largest_relative_error));
  });
}

}  // namespace

std::string format_comparison(const CompareManyReport& report, std::size_t width) {
  std::string text = report.journal.empty()
                         ? fmt::format("first:  {}\nsecond: {}\n\n", escape_controls(report.first),
                                       escape_controls(report.second))
                         : fmt::format("journal: {}\n\n", escape_controls(report.journal));
  text += format_datasets(report, width) + format_variables(report, width);
  for (const ComparedDataset& one : report.datasets) {
    if (!one.failure.empty()) text += escape_controls(one.failure) + '\n';
  }
  for (const std::string& note : report.notes) {
    text += fmt::format("note: {}\n", escape_controls(note));
  }
  for (const std::string& message : report.not_compared) text += escape_controls(message) + '\n';
  text += format_missing(report.only_in_first, report.first) +
          format_missing(report.only_in_second, report.second);
  const auto equal = std::ranges::count_if(report.datasets, &ComparedDataset::is_equal);
  text += fmt::format("equal datasets: {} of {}\n", equal, report.datasets.size());
  return text + std::string(ops::verdict(report.is_equal(), report.is_within_limits())) + '\n';
}

std::string format_comparison_json(const CompareManyReport& report) {
  return base::format_json(base::json_object()
                               .add("first", base::json_text_or_null(report.first))
                               .add("second", base::json_text_or_null(report.second))
                               .add("journal", base::json_text_or_null(report.journal))
                               .add("equal", report.is_equal())
                               .add("within_limits", report.is_within_limits())
                               .add("datasets", base::json_list(report.datasets, as_json))
                               .add("variables", variables_json(report))
                               .add("only_in_first", report.only_in_first)
                               .add("only_in_second", report.only_in_second)
                               .add("not_compared", report.not_compared)
                               .add("notes", report.notes));
}

}  // namespace ncf
