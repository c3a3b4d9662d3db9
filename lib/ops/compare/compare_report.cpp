// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text/characters.hpp"
#include "ncf/compare.hpp"
#include "ops/compare/compare_parts.hpp"
#include "ops/page/report_document.hpp"
#include "ops/report/quantities.hpp"

namespace ncf {
namespace {

namespace page = ops::page;
using ops::real_number;
using page::Column;
using page::Document;
using page::Html;
using page::numbers;
using page::Shown;
using page::Table;

constexpr int digits_of_correlation = 10;  ///< they distinguish that of a good copy from 1

/// Texts that are longer are shortened in the tables of the text.
constexpr std::size_t longest_text = 48;

/// Returns a part of `text` that begins shortly before its first difference from `other`.
std::string excerpt(const std::string& text, const std::string& other) {
  if (text.size() <= longest_text) return text;
  constexpr std::size_t lead = 12;
  constexpr std::string_view gap = "...";
  const auto ends = std::ranges::mismatch(text, other);
  const auto same = static_cast<std::size_t>(ends.in1 - text.begin());
  const std::size_t begin = base::character_begin(
      text, same + lead > longest_text ? std::min(same, text.size() - 1) - lead : 0);
  const std::size_t end = base::character_begin(text, std::min(begin + longest_text, text.size()));
  return fmt::format("{}{}{}", begin > 0 ? gap : "", text.substr(begin, end - begin),
                     end < text.size() ? gap : "");
}

Table definitions_table(const std::vector<DefinitionDifference>& differences,
                        const std::string& title) {
  Table table{"What is defined differently", page::columns(title, "what", "first", "second")};
  const auto text = [](const auto& one, const auto& other) {
    return (one ? page::element("code", *one) : Html("-"))
        .with_words(excerpt(one.value_or(""), other.value_or("")));
  };
  for (const DefinitionDifference& one : differences) {
    table.add(
        {page::name(one.path), one.what, text(one.first, one.second), text(one.second, one.first)});
  }
  return table;
}

void add_definitions(const CompareReport& report, CompareDetail detail, Document& document) {
  document.section("Definitions");
  document.table(definitions_table(report.definitions, "definition"));
  if (detail == CompareDetail::storage) {
    document.table(definitions_table(report.storage, "storage"), Shown::in_text);
  }
}

bool has_differences(const ComparedVariable& variable) {
  return variable.differing > 0 && variable.failure.empty();
}

bool has_pictures(const ComparedVariable& variable) {
  return variable.differing > 0 && variable.numbers && variable.numbers->distribution;
}

/// Returns the path of a variable: a link to its pictures, if it has some.
Html heading_of(const ComparedVariable& variable, std::size_t number) {
  const Html path = page::name(variable.path);
  return has_pictures(variable) ? page::link("variable", number, path) : path;
}

std::vector<Html> row_of(const ComparedVariable& variable, std::size_t number) {
  const auto error = [](const std::optional<ValuePlace>& place) {
    return real_number(place ? std::optional(place->error) : std::nullopt);
  };
  const ComparedNumbers numbers = variable.numbers.value_or(ComparedNumbers{});
  return {page::variable(variable.path, heading_of(variable, number), variable.long_name,
                         variable.units),
          variable.failure.empty() ? page::number(variable.values) : "not compared",
          page::number(variable.differing),
          page::number(variable.exceeding),
          variable.limit.empty() ? "-" : variable.limit,
          error(numbers.largest_error),
          error(numbers.largest_relative_error),
          real_number(numbers.bias),
          real_number(numbers.rmse),
          real_number(numbers.psnr),
          real_number(numbers.correlation, digits_of_correlation),
          page::number(numbers.missing_in_first),
          page::number(numbers.missing_in_second)};
}

/// The text shows the variables that differ. The page has columns about limits and missing values
/// only if there are any.
void add_values(const CompareReport& report, Document& document) {
  const auto is_any = [&](const auto& is_so) {
    return std::ranges::any_of(report.variables, is_so);
  };
  const bool has_limits = is_any([](const auto& one) { return !one.limit.empty(); });
  const bool has_missing = is_any([](const auto& one) {
    return one.numbers && one.numbers->missing_in_first + one.numbers->missing_in_second > 0;
  });
  const Shown limits = has_limits ? Shown::on_page : Shown::nowhere;
  const Shown missing = has_missing ? Shown::on_page : Shown::nowhere;
  Table table{"Variables in both datasets",
              page::columns("variable", numbers("values"), numbers("differing"),
                            numbers("beyond the limit", limits), numbers("limit", limits),
                            numbers("largest error"), numbers("relative"), numbers("bias"),
                            numbers("RMSE"), numbers("PSNR dB"), numbers("correlation"),
                            numbers("missing in first", missing), numbers("in second", missing))};
  for (std::size_t i = 0; i < report.variables.size(); ++i) {
    table.add(row_of(report.variables[i], i),
              has_differences(report.variables[i]) ? Shown::everywhere : Shown::on_page);
  }
  document.section("Values");
  document.on_page(page::table(table));
  document.table(table, Shown::in_text);
}

/// Returns one sentence: "/t2m differs by up to 0.5 K, on average by +0.03 K, most at ...".
/// heading: the name of the variable, which differs.
Html summary_of(const ComparedVariable& variable, const Html& heading) {
  const std::string units = variable.units.empty() ? "" : " " + variable.units;
  const auto at = [](const char* before, const std::optional<ValuePlace>& place) {
    return !place || place->at.empty() ? std::string() : before + ops::format_position(*place);
  };
  const ComparedNumbers numbers = variable.numbers.value_or(ComparedNumbers{});
  if (!numbers.largest_error) {
    return heading + fmt::format(" differs in {} of {} values{}", variable.differing,
                                 variable.values, at(", first at ", variable.first_difference));
  }
  const std::string bias = numbers.bias
                               ? fmt::format(", on average by {}{}{}", *numbers.bias > 0 ? "+" : "",
                                             ops::format_real(*numbers.bias), units)
                               : "";
  return heading + fmt::format(" differs by up to {}{}{}{} ({} and {})",
                               ops::format_real(numbers.largest_error->error), units, bias,
                               at(", most at ", numbers.largest_error),
                               numbers.largest_error->first, numbers.largest_error->second);
}

/// Adds a sentence for each variable that differs.
void add_summary(const CompareReport& report, Document& document) {
  std::vector<Html> sentences;
  for (std::size_t i = 0; i < report.variables.size(); ++i) {
    const ComparedVariable& variable = report.variables[i];
    if (!has_differences(variable)) continue;
    sentences.push_back(summary_of(variable, heading_of(variable, i)));
  }
  document.list(sentences);
  document.gap();
}

Table places_table() {
  return {"Where", page::columns(Column{"variable", false, Shown::in_text},
                                 Column{"place", false, Shown::everywhere, "what"}, "at",
                                 numbers("first"), numbers("second"))};
}

/// The text leaves out what the sentence about the variable says.
void add_places(const ComparedVariable& variable, Table& table) {
  const auto at = [](const ValuePlace& place) {
    const std::string index = ops::format_place(place.at);
    return place.where.empty()
               ? Html(index)
               : (page::name(place.where) + page::element("small", index)).with_words(place.where);
  };
  const auto add = [&](const char* what, const std::optional<ValuePlace>& place, Shown shown) {
    if (!place) return;
    table.add({variable.path, what, at(*place),
               Html(place->first).with_words(excerpt(place->first, place->second)),
               Html(place->second).with_words(excerpt(place->second, place->first))},
              shown);
  };
  const ComparedNumbers numbers = variable.numbers.value_or(ComparedNumbers{});
  const bool is_first_told = !numbers.largest_error && !numbers.first_missing_change;
  if (is_first_told) add("first difference", variable.first_difference, Shown::in_text);
  add("largest error", numbers.largest_error, Shown::on_page);
  add("largest relative error", numbers.largest_relative_error, Shown::everywhere);
  add("first missing change", numbers.first_missing_change, Shown::everywhere);
  add("first difference", variable.first_difference, Shown::on_page);
}

void add_places(const CompareReport& report, Document& document) {
  Table table = places_table();
  for (const ComparedVariable& variable : report.variables) {
    if (has_differences(variable)) add_places(variable, table);
  }
  document.table(table, Shown::in_text);
}

void add_levels(const CompareReport& report, Document& document) {
  Table table{
      "Levels: the values of the last two dimensions at one position of others",
      page::columns(Column{"level checks", false, Shown::everywhere, "variable"}, numbers("levels"),
                    numbers("failed"), numbers("lowest correlation"), "at",
                    numbers("lowest K-S p-value"), "at", numbers("lowest SSIM"), "at")};
  for (const ComparedVariable& variable : report.variables) {
    if (!variable.numbers || !variable.numbers->level_checks) continue;
    const LevelChecks& checks = *variable.numbers->level_checks;
    std::vector<Html> row{page::name(variable.path), page::number(checks.levels),
                          page::number(checks.failed)};
    for (const auto& lowest :
         {checks.lowest_correlation, checks.lowest_ks_p_value, checks.lowest_ssim}) {
      row.push_back(lowest ? real_number(lowest->value, digits_of_correlation) : "-");
      row.emplace_back(!lowest                 ? ""
                       : lowest->where.empty() ? ops::format_place(lowest->at)
                                               : lowest->where);
    }
    table.add(std::move(row));
  }
  document.section("Level checks",
                   "A level fails if its correlation is below 0.99999, the p-value of the "
                   "Kolmogorov-Smirnov test below 0.05, or the structural similarity of the data "
                   "below 0.995.");
  document.table(table);
}

void add_pictures(const CompareReport& report, Document& document) {
  document.section(
      "Errors",
      "Differences second - first of pairs of finite numbers that are not missing. The "
      "maps show the last two dimensions, over all positions along others; --json "
      "--pictures has their numbers.");
  for (std::size_t i = 0; i < report.variables.size(); ++i) {
    const ComparedVariable& variable = report.variables[i];
    if (!has_pictures(variable)) continue;
    document.on_page(page::element("h3", {{"id", page::id_of("variable", i)}},
                                   page::variable(variable.path, page::name(variable.path),
                                                  variable.long_name, variable.units)));
    Table places = places_table();
    add_places(variable, places);
    std::vector<Html> parts{page::table(places), page::table(ops::error_histogram(variable))};
    std::ranges::move(ops::error_pictures(variable), std::back_inserter(parts));
    document.on_page(page::beside(parts));
  }
}

/// Returns facts about a variable that the tables do not show. Names in them may contain anything.
std::vector<std::string> remarks_of(const ComparedVariable& variable) {
  const std::string& path = variable.path;
  if (!variable.failure.empty()) {
    return {fmt::format("{} was not compared: {}", path, variable.failure)};
  }
  std::vector<std::string> remarks;
  if (variable.packings) {
    remarks.push_back(fmt::format("{}: compared as unpacked values: {}; {}", path,
                                  variable.packings->first, variable.packings->second));
  }
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) remarks.push_back(fmt::format("{}: {}: {}", path, what, count));
  };
  if (variable.numbers) {
    add(variable.numbers->became_missing, "values that became missing");
    add(variable.numbers->became_present, "values that are no longer missing");
    add(variable.numbers->marked_otherwise, "missing values that are marked differently");
    add(variable.numbers->infinities_changed, "values that became infinite or finite");
    add(variable.numbers->zeros_changed, "zeros that changed, which have no relative error");
  }
  if (variable.numbers && variable.numbers->level_checks) {
    add(variable.numbers->level_checks->failed, "levels that fail a check");
  }
  if (!variable.limit.empty()) {
    add(variable.exceeding, fmt::format("values beyond the limit {}", variable.limit));
    if (variable.exceeding == 0 && variable.differing > 0) {
      remarks.push_back(fmt::format("{}: within the limit {}", path, variable.limit));
    }
  }
  return remarks;
}

void add_remarks(const CompareReport& report, Document& document) {
  std::vector<Html> remarks;
  for (const std::string& note : report.notes) {
    remarks.push_back(Html(note).with_words("note: " + note));
  }
  for (const ComparedVariable& variable : report.variables) {
    for (const std::string& remark : remarks_of(variable)) remarks.emplace_back(remark);
  }
  document.section("Remarks");
  document.list(remarks);
}

void add_equal(const std::vector<ComparedVariable>& variables, Document& document) {
  std::vector<std::string> paths;
  std::uint64_t values = 0;
  for (const ComparedVariable& variable : variables) {
    if (variable.differing > 0 || !variable.failure.empty()) continue;
    paths.push_back(variable.path);
    values += variable.values;
  }
  if (paths.empty()) return;
  document.paragraph(fmt::format("equal values: {} in {}", values, ops::format_few(paths)),
                     Shown::in_text);
}

Document document_of(const CompareReport& report, CompareDetail detail, std::size_t width) {
  const auto dataset = [](const char* which, const std::string& name, Format format) {
    return Html(which) + page::name(name) + fmt::format(" ({})", format_name(format));
  };
  const Html first = dataset("first: ", report.first, report.first_format);
  const Html second = dataset("second: ", report.second, report.second_format);
  const Html verdict = ops::verdict(report.is_equal(), report.is_within_limits());
  Document document(width);
  document.list({dataset("first:  ", report.first, report.first_format), second}, Shown::in_text);
  document.list({first, second, Html("result: ") + page::element("strong", verdict)},
                Shown::on_page);
  document.gap();
  add_summary(report, document);
  add_definitions(report, detail, document);
  add_values(report, document);
  add_places(report, document);
  add_levels(report, document);
  add_pictures(report, document);
  add_remarks(report, document);
  add_equal(report.variables, document);
  document.paragraph(verdict, Shown::in_text);
  return document;
}

}  // namespace

std::string format_comparison(const CompareReport& report, CompareDetail detail,
                              std::size_t width) {
  return document_of(report, detail, width).text();
}

std::string format_comparison_html(const CompareReport& report) {
  return document_of(report, CompareDetail::differences, 0)
      .page(fmt::format("Comparison of {} and {}", report.first, report.second));
}

}  // namespace ncf
