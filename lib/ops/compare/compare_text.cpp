// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/json/json.hpp"
#include "base/text/utf8.hpp"
#include "ncf/compare.hpp"
#include "ncf/escape_controls.hpp"
#include "ops/compare/compare_parts.hpp"
#include "ops/report/quantities.hpp"
#include "ops/report/report_json.hpp"
#include "ops/report/text_table.hpp"

namespace ncf {
namespace {

using base::Json;
using base::json_list;
using base::json_object;
using base::json_text_or_null;
using ops::TableRow;

/// Longer texts are shortened in tables.
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

std::string format_definitions(const std::vector<DefinitionDifference>& differences,
                               std::string_view title, std::size_t width) {
  if (differences.empty()) return {};
  std::vector<TableRow> rows{{std::string(title), "what", "first", "second"}};
  for (const DefinitionDifference& one : differences) {
    const std::string first = one.first.value_or("");
    const std::string second = one.second.value_or("");
    rows.push_back({one.path, one.what, excerpt(first, second), excerpt(second, first)});
  }
  return ops::format_table(rows, {.width = width}) + '\n';
}

std::string format_number(const std::optional<double>& number, const char* unit = "") {
  return number ? fmt::format("{:.3g}{}", *number, unit) : "";
}

std::string format_error(const std::optional<ValuePlace>& place) {
  return place ? format_number(place->error) : "";
}

/// Formats a correlation with enough digits to distinguish that of a good copy from 1.
std::string format_correlation(const std::optional<double>& correlation) {
  return correlation ? fmt::format("{:.10g}", *correlation) : "";
}

bool has_differences(const ComparedVariable& variable) {
  return variable.differing > 0 && variable.failure.empty();
}

TableRow row_of(const ComparedVariable& variable) {
  const ComparedNumbers numbers = variable.numbers.value_or(ComparedNumbers{});
  return {variable.path,
          fmt::format("{}", variable.values),
          fmt::format("{}", variable.differing),
          format_error(numbers.largest_error),
          format_error(numbers.largest_relative_error),
          format_number(numbers.bias),
          format_number(numbers.rmse),
          format_number(numbers.psnr),
          format_correlation(numbers.correlation),
          variable.numbers ? fmt::format("{}", ops::missing_changed(numbers)) : ""};
}

void add_place(const ComparedVariable& variable, const char* what,
               const std::optional<ValuePlace>& place, std::vector<TableRow>& rows) {
  if (!place) return;
  rows.push_back({variable.path, what, ops::format_place(place->at),
                  excerpt(place->first, place->second), excerpt(place->second, place->first)});
}

std::string format_values(const std::vector<ComparedVariable>& variables, std::size_t width) {
  std::vector<TableRow> rows{{"variable", "values", "differing", "largest error", "relative",
                              "bias", "RMSE", "PSNR dB", "correlation", "missing changed"}};
  std::vector<TableRow> places{{"variable", "place", "at", "first", "second"}};
  for (const ComparedVariable& variable : variables) {
    if (!has_differences(variable)) continue;
    rows.push_back(row_of(variable));
    const ComparedNumbers numbers = variable.numbers.value_or(ComparedNumbers{});
    if (!numbers.largest_error && !numbers.first_missing_change) {
      add_place(variable, "first difference", variable.first_difference, places);
    }
    add_place(variable, "largest error", numbers.largest_error, places);
    add_place(variable, "largest relative error", numbers.largest_relative_error, places);
    add_place(variable, "first missing change", numbers.first_missing_change, places);
  }
  if (rows.size() == 1) return {};
  return ops::format_table(rows, {.width = width}) + '\n' +
         ops::format_table(places, {.width = width}) + '\n';
}

std::string format_levels(const std::vector<ComparedVariable>& variables, std::size_t width) {
  std::vector<TableRow> rows{{"level checks", "levels", "failed", "lowest correlation", "at",
                              "lowest K-S p-value", "at", "lowest SSIM", "at"}};
  for (const ComparedVariable& variable : variables) {
    if (!variable.numbers || !variable.numbers->level_checks) continue;
    const LevelChecks& checks = *variable.numbers->level_checks;
    TableRow& row = rows.emplace_back(TableRow{variable.path, fmt::format("{}", checks.levels),
                                               fmt::format("{}", checks.failed)});
    for (const auto& lowest :
         {checks.lowest_correlation, checks.lowest_ks_p_value, checks.lowest_ssim}) {
      row.push_back(lowest ? format_correlation(lowest->value) : "");
      row.push_back(lowest ? ops::format_place(lowest->at) : "");
    }
  }
  return rows.size() == 1 ? "" : ops::format_table(rows, {.width = width}) + '\n';
}

/// Formats the remarks, one line each.
std::string format_remarks(const ComparedVariable& variable) {
  std::string text;
  for (const std::string& remark : ops::remarks_of(variable)) {
    text += escape_controls(remark) + '\n';
  }
  return text;
}

std::string format_equal(const std::vector<ComparedVariable>& variables) {
  std::vector<std::string> paths;
  std::uint64_t values = 0;
  for (const ComparedVariable& variable : variables) {
    if (variable.differing > 0 || !variable.failure.empty()) continue;
    paths.push_back(escape_controls(variable.path));
    values += variable.values;
  }
  if (paths.empty()) return {};
  return fmt::format("equal values: {} in {}\n", values, ops::format_few(paths));
}

Json place_json(const std::optional<ValuePlace>& place) {
  if (!place) return {};
  return json_object({{"at", place->at}, {"first", place->first}, {"second", place->second}});
}

Json error_json(const std::optional<ValuePlace>& place) {
  Json json = place_json(place);
  if (place) json.add("error", place->error);
  return json;
}

Json range_json(const ErrorRange& range) {
  return json_object({{"from", range.from}, {"to", range.to}, {"pairs", range.pairs}});
}

Json cell_json(const ErrorMapCell& cell) {
  return json_object({{"pairs", cell.pairs},
                      {"largest_error", cell.largest_error},
                      {"bias", cell.bias},
                      {"rmse", cell.rmse}});
}

Json distribution_json(const ErrorDistribution& distribution) {
  return json_object({{"ranges", json_list(distribution.ranges, range_json)},
                      {"down", ops::map_axis_json(distribution.down)},
                      {"across", ops::map_axis_json(distribution.across)},
                      {"cells", json_list(distribution.cells, cell_json)}});
}

Json lowest_json(const std::optional<LevelResult>& result) {
  if (!result) return {};
  return json_object({{"value", result->value}, {"at", result->at}});
}

Json checks_json(const LevelChecks& checks) {
  return json_object({{"levels", checks.levels},
                      {"failed", checks.failed},
                      {"lowest_correlation", lowest_json(checks.lowest_correlation)},
                      {"lowest_ks_p_value", lowest_json(checks.lowest_ks_p_value)},
                      {"lowest_ssim", lowest_json(checks.lowest_ssim)}});
}

Json numbers_json(const ComparedNumbers& numbers) {
  Json json = json_object({{"pairs", numbers.pairs},
                           {"largest_error", error_json(numbers.largest_error)},
                           {"largest_relative_error", error_json(numbers.largest_relative_error)},
                           {"bias", numbers.bias},
                           {"rmse", numbers.rmse},
                           {"psnr", numbers.psnr},
                           {"correlation", numbers.correlation},
                           {"missing_in_first", numbers.missing_in_first},
                           {"missing_in_second", numbers.missing_in_second},
                           {"became_missing", numbers.became_missing},
                           {"became_present", numbers.became_present},
                           {"marked_otherwise", numbers.marked_otherwise},
                           {"first_missing_change", place_json(numbers.first_missing_change)},
                           {"infinities_changed", numbers.infinities_changed},
                           {"zeros_changed", numbers.zeros_changed}});
  if (numbers.distribution) json.add("errors", distribution_json(*numbers.distribution));
  if (numbers.level_checks) json.add("level_checks", checks_json(*numbers.level_checks));
  return json;
}

Json packings_json(const ComparedPackings& packings) {
  return json_object({{"first", packings.first}, {"second", packings.second}});
}

Json variable_json(const ComparedVariable& variable) {
  return json_object({{"path", variable.path},
                      {"type", variable.type},
                      {"shape", variable.shape},
                      {"values", variable.values},
                      {"differing", variable.differing},
                      {"exceeding", variable.exceeding},
                      {"limit", json_text_or_null(variable.limit)},
                      {"unpacked", variable.packings ? packings_json(*variable.packings) : Json()},
                      {"decoded", variable.is_decoded},
                      {"first_difference", place_json(variable.first_difference)},
                      {"numbers", variable.numbers ? numbers_json(*variable.numbers) : Json()},
                      {"failure", json_text_or_null(variable.failure)}});
}

Json difference_json(const DefinitionDifference& one) {
  return json_object(
      {{"path", one.path}, {"what", one.what}, {"first", one.first}, {"second", one.second}});
}

}  // namespace

std::string format_comparison(const CompareReport& report, CompareDetail detail,
                              std::size_t width) {
  std::string text = fmt::format("first:  {} ({})\nsecond: {} ({})\n\n",
                                 escape_controls(report.first), format_name(report.first_format),
                                 escape_controls(report.second), format_name(report.second_format));
  text += format_definitions(report.definitions, "definition", width);
  if (detail == CompareDetail::storage)
    text += format_definitions(report.storage, "storage", width);
  text += format_values(report.variables, width) + format_levels(report.variables, width);
  for (const std::string& note : report.notes)
    text += fmt::format("note: {}\n", escape_controls(note));
  for (const ComparedVariable& variable : report.variables) text += format_remarks(variable);
  return text + format_equal(report.variables) +
         std::string(ops::verdict(report.is_equal(), report.is_within_limits())) + '\n';
}

std::string format_comparison_json(const CompareReport& report) {
  const Json json = json_object({{"first", report.first},
                                 {"second", report.second},
                                 {"first_format", format_name(report.first_format)},
                                 {"second_format", format_name(report.second_format)},
                                 {"equal", report.is_equal()},
                                 {"within_limits", report.is_within_limits()},
                                 {"definitions", json_list(report.definitions, difference_json)},
                                 {"storage", json_list(report.storage, difference_json)},
                                 {"variables", json_list(report.variables, variable_json)},
                                 {"notes", report.notes}});
  return format_json(json, base::JsonTexts::standard);
}

}  // namespace ncf
