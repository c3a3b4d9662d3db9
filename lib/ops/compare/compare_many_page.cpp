// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "ncf/compare_many.hpp"
#include "ops/compare/compare_parts.hpp"
#include "ops/page/page.hpp"
#include "ops/report/quantities.hpp"

namespace ncf {
namespace {

using ops::page::Html;

Html format_datasets(const CompareManyReport& report) {
  ops::page::Table table{report.journal.empty() ? "Datasets in both folders" : "Copies",
                         {{"dataset"},
                          {"result"},
                          {"definitions that differ", true},
                          {"variables", true},
                          {"variables that differ"}}};
  for (const ComparedDataset& one : report.datasets) {
    const Html path = ops::page::name(one.first);
    table.rows.push_back(
        {one.first == one.second ? path : path + " and " + ops::page::name(one.second),
         ops::verdict(one.is_equal, one.is_within_limits), ops::page::number(one.definitions),
         ops::page::number(one.variables),
         one.failure.empty() ? Html(ops::format_few(one.differing)) : Html(one.failure)});
  }
  return ops::page::section("Datasets", ops::page::table(table));
}

Html format_variables(const CompareManyReport& report) {
  ops::page::Table table{"Variables by their worst errors in all datasets",
                         {{"variable"},
                          {"datasets", true},
                          {"that differ", true},
                          {"differing values", true},
                          {"largest error", true},
                          {"in"},
                          {"relative", true},
                          {"in"}}};
  for (const VariableOfMany& one : report.variables) {
    std::vector<Html>& row = table.rows.emplace_back();
    row = {ops::page::name(one.path), ops::page::number(one.datasets),
           ops::page::number(one.differing), ops::page::number(one.differing_values)};
    for (const auto& worst : {one.largest_error, one.largest_relative_error}) {
      const double error = worst ? worst->place.error : 0;
      row.push_back(worst ? ops::page::number(error, fmt::format("{:.3g}", error)) : "-");
      row.push_back(worst ? ops::page::name(ops::format_place(report, *worst)) : "");
    }
  }
  if (table.rows.empty()) return {};
  return ops::page::section("Variables", ops::page::table(table));
}

Html format_others(const CompareManyReport& report) {
  std::vector<Html> items(report.notes.begin(), report.notes.end());
  items.insert(items.end(), report.not_compared.begin(), report.not_compared.end());
  const auto add = [&](const std::vector<std::string>& paths, const std::string& folder) {
    for (const std::string& path : paths) {
      items.push_back(Html("only in ") + ops::page::name(folder) + ": " + ops::page::name(path));
    }
  };
  add(report.only_in_first, report.first);
  add(report.only_in_second, report.second);
  if (items.empty()) return {};
  return ops::page::section("Others", ops::page::list(items));
}

}  // namespace

std::string format_comparison_html(const CompareManyReport& report) {
  const Html result =
      Html("result: ") +
      ops::page::element("strong", ops::verdict(report.is_equal(), report.is_within_limits()));
  return ops::page::format_page(
      report.journal.empty() ? fmt::format("Comparison of {} and {}", report.first, report.second)
                             : fmt::format("Comparison of the copies in {}", report.journal),
      ops::page::paragraph(result) + format_datasets(report) + format_variables(report) +
          format_others(report));
}

}  // namespace ncf
