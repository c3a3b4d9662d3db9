// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/json/json.hpp"
#include "ncf/compare.hpp"
#include "ncf/compare_many.hpp"
#include "ops/report/report_json.hpp"

namespace ncf {
namespace {

using base::Json;
using base::json_list;
using base::json_object;
using base::json_text_or_null;

Json place_json(const std::optional<ValuePlace>& place) {
  if (!place) return {};
  return json_object({{"at", place->at},
                      {"where", json_text_or_null(place->where)},
                      {"first", place->first},
                      {"second", place->second}});
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
  return json_object(
      {{"value", result->value}, {"at", result->at}, {"where", json_text_or_null(result->where)}});
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
                      {"long_name", json_text_or_null(variable.long_name)},
                      {"units", json_text_or_null(variable.units)},
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

Json dataset_json(const ComparedDataset& one) {
  return json_object()
      .add("first", one.first)
      .add("second", one.second)
      .add("equal", one.is_equal)
      .add("within_limits", one.is_within_limits)
      .add("definitions", one.definitions)
      .add("variables", one.variables)
      .add("differing", one.differing)
      .add("failure", json_text_or_null(one.failure));
}

Json worst_json(const CompareManyReport& report, const std::optional<WorstError>& worst) {
  if (!worst) return {};
  const ComparedDataset& dataset = report.datasets[worst->dataset];
  return json_object()
      .add("error", worst->place.error)
      .add("datasets", std::vector{dataset.first, dataset.second})
      .add("at", worst->place.at)
      .add("where", json_text_or_null(worst->place.where))
      .add("first", worst->place.first)
      .add("second", worst->place.second);
}

Json variables_json(const CompareManyReport& report) {
  return json_list(report.variables, [&](const VariableOfMany& one) {
    return json_object()
        .add("path", one.path)
        .add("datasets", one.datasets)
        .add("differing", one.differing)
        .add("differing_values", one.differing_values)
        .add("largest_error", worst_json(report, one.largest_error))
        .add("largest_relative_error", worst_json(report, one.largest_relative_error));
  });
}

}  // namespace

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

std::string format_comparison_json(const CompareManyReport& report) {
  return base::format_json(json_object()
                               .add("first", json_text_or_null(report.first))
                               .add("second", json_text_or_null(report.second))
                               .add("journal", json_text_or_null(report.journal))
                               .add("equal", report.is_equal())
                               .add("within_limits", report.is_within_limits())
                               .add("datasets", json_list(report.datasets, dataset_json))
                               .add("variables", variables_json(report))
                               .add("only_in_first", report.only_in_first)
                               .add("only_in_second", report.only_in_second)
                               .add("not_compared", report.not_compared)
                               .add("notes", report.notes));
}

}  // namespace ncf
