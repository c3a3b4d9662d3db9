// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ncf/compare_many.hpp"
#include "ops/compare/compare_parts.hpp"
#include "ops/page/report_document.hpp"
#include "ops/report/quantities.hpp"

namespace ncf {
namespace {

namespace page = ops::page;
using page::Column;
using page::Document;
using page::Html;
using page::numbers;
using page::Shown;
using page::Table;

/// The text shows what is not equal. Several copies in a journal may have the same input.
void add_datasets(const CompareManyReport& report, Document& document) {
  const bool is_of_copies = !report.journal.empty();
  Table table{
      is_of_copies ? "Copies" : "Datasets in both folders",
      page::columns(Column{is_of_copies ? "copy" : "dataset", false, Shown::everywhere, "dataset"},
                    "result", numbers("definitions", Shown::everywhere, "definitions that differ"),
                    numbers("variables", Shown::on_page), "variables that differ")};
  for (const ComparedDataset& one : report.datasets) {
    const Html path = page::name(one.first);
    const Html both = one.first == one.second ? path : path + " and " + page::name(one.second);
    const Html differing = ops::format_few(one.differing);
    table.add({both.with_words(is_of_copies ? one.second : one.first),
               ops::verdict(one.is_equal, one.is_within_limits), page::number(one.definitions),
               page::number(one.variables),
               one.failure.empty() ? differing : Html(one.failure).with_words("not compared")},
              one.is_equal ? Shown::on_page : Shown::everywhere);
  }
  document.section("Datasets");
  document.on_page(page::table(table));
  document.table(table, Shown::in_text);
}

/// The text shows the variables that differ.
void add_variables(const CompareManyReport& report, Document& document) {
  Table table{"Variables by their worst errors in all datasets",
              page::columns("variable", numbers("datasets"), numbers("that differ", Shown::on_page),
                            numbers("differing values"), numbers("largest error"), "in",
                            numbers("relative"), "in")};
  for (const VariableOfMany& one : report.variables) {
    std::vector<Html> row{
        page::name(one.path),
        page::number(one.datasets).with_words(fmt::format("{} of {}", one.differing, one.datasets)),
        page::number(one.differing), page::number(one.differing_values)};
    for (const auto& worst : {one.largest_error, one.largest_relative_error}) {
      const double error = worst ? worst->place.error : 0;
      row.push_back(worst ? ops::real_number(error) : "-");
      row.push_back(worst ? page::name(ops::format_place(report, *worst)) : "");
    }
    table.add(std::move(row), one.differing == 0 ? Shown::on_page : Shown::everywhere);
  }
  document.section("Variables");
  document.table(table);
}

void add_others(const CompareManyReport& report, Document& document) {
  for (const ComparedDataset& one : report.datasets) {
    if (!one.failure.empty()) document.paragraph(one.failure, Shown::in_text);
  }
  std::vector<Html> items;
  for (const std::string& note : report.notes) {
    items.push_back(Html(note).with_words("note: " + note));
  }
  items.insert(items.end(), report.not_compared.begin(), report.not_compared.end());
  const auto add = [&](const std::vector<std::string>& paths, const std::string& folder) {
    for (const std::string& path : paths) {
      items.push_back(Html("only in ") + page::name(folder) + ": " + page::name(path));
    }
  };
  add(report.only_in_first, report.first);
  add(report.only_in_second, report.second);
  document.section("Others");
  document.list(items);
}

Document document_of(const CompareManyReport& report, std::size_t width) {
  const Html verdict = ops::verdict(report.is_equal(), report.is_within_limits());
  Document document(width);
  if (report.journal.empty()) {
    document.list({"first:  " + report.first, "second: " + report.second}, Shown::in_text);
  } else {
    document.paragraph("journal: " + report.journal, Shown::in_text);
  }
  document.gap();
  document.paragraph(Html("result: ") + page::element("strong", verdict), Shown::on_page);
  add_datasets(report, document);
  add_variables(report, document);
  add_others(report, document);
  const auto equal = std::ranges::count_if(report.datasets, &ComparedDataset::is_equal);
  document.paragraph(fmt::format("equal datasets: {} of {}", equal, report.datasets.size()),
                     Shown::in_text);
  document.paragraph(verdict, Shown::in_text);
  return document;
}

}  // namespace

std::string format_comparison(const CompareManyReport& report, std::size_t width) {
  return document_of(report, width).text();
}

std::string format_comparison_html(const CompareManyReport& report) {
  return document_of(report, 0).page(
      report.journal.empty() ? fmt::format("Comparison of {} and {}", report.first, report.second)
                             : fmt::format("Comparison of the copies in {}", report.journal));
}

}  // namespace ncf
