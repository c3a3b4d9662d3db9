// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/compare.hpp"
#include "ncf/compare_many.hpp"
#include "ops/report/report_json.hpp"

namespace ncf {

using base::Json;
using base::json_text_or_null;

namespace {

Json place_json(const std::optional<ValuePlace>& place) {
  if (!place) return {};
  return base::json_of("at", place->at, "where", json_text_or_null(place->where), "first",
                       place->first, "second", place->second);
}

Json error_json(const std::optional<ValuePlace>& place) {
  Json json = place_json(place);
  if (place) json.add("error", place->error);
  return json;
}

}  // namespace

void fields(auto& archive, ErrorRange& range) {
  archive("from", range.from, "to", range.to, "pairs", range.pairs);
}

void fields(auto& archive, ErrorMapCell& cell) {
  archive("pairs", cell.pairs, "largest_error", cell.largest_error, "bias", cell.bias, "rmse",
          cell.rmse);
}

void fields(auto& archive, ErrorDistribution& errors) {
  archive("ranges", errors.ranges, "down", errors.down, "across", errors.across, "cells",
          errors.cells);
}

void fields(auto& archive, LevelResult& result) {
  archive("value", result.value, "at", result.at, "where", json_text_or_null(result.where));
}

void fields(auto& archive, LevelChecks& checks) {
  archive("levels", checks.levels, "failed", checks.failed, "lowest_correlation",
          checks.lowest_correlation, "lowest_ks_p_value", checks.lowest_ks_p_value, "lowest_ssim",
          checks.lowest_ssim);
}

void fields(auto& archive, ComparedNumbers& numbers) {
  archive("pairs", numbers.pairs, "largest_error", error_json(numbers.largest_error),
          "largest_relative_error", error_json(numbers.largest_relative_error), "bias",
          numbers.bias, "rmse", numbers.rmse, "psnr", numbers.psnr, "correlation",
          numbers.correlation, "missing_in_first", numbers.missing_in_first, "missing_in_second",
          numbers.missing_in_second, "became_missing", numbers.became_missing, "became_present",
          numbers.became_present, "marked_otherwise", numbers.marked_otherwise,
          "first_missing_change", place_json(numbers.first_missing_change), "infinities_changed",
          numbers.infinities_changed, "zeros_changed", numbers.zeros_changed, "errors",
          base::unless_empty(numbers.distribution), "level_checks",
          base::unless_empty(numbers.level_checks));
}

void fields(auto& archive, ComparedPackings& packings) {
  archive("first", packings.first, "second", packings.second);
}

void fields(auto& archive, ComparedVariable& variable) {
  archive("path", variable.path, "type", variable.type, "long_name",
          json_text_or_null(variable.long_name), "units", json_text_or_null(variable.units),
          "shape", variable.shape, "values", variable.values, "differing", variable.differing,
          "exceeding", variable.exceeding, "limit", json_text_or_null(variable.limit), "unpacked",
          variable.packings, "decoded", variable.is_decoded, "first_difference",
          place_json(variable.first_difference), "numbers", variable.numbers, "failure",
          json_text_or_null(variable.failure));
}

void fields(auto& archive, DefinitionDifference& one) {
  archive("path", one.path, "what", one.what, "first", one.first, "second", one.second);
}

void fields(auto& archive, CompareReport& report) {
  archive("first", report.first, "second", report.second, "first_format", report.first_format,
          "second_format", report.second_format, "equal", report.is_equal(), "within_limits",
          report.is_within_limits(), "definitions", report.definitions, "storage", report.storage,
          "variables", report.variables, "notes", report.notes);
}

void fields(auto& archive, ComparedDataset& one) {
  archive("first", one.first, "second", one.second, "equal", one.is_equal, "within_limits",
          one.is_within_limits, "definitions", one.definitions, "variables", one.variables,
          "differing", one.differing, "failure", json_text_or_null(one.failure));
}

namespace {

Json worst_json(const CompareManyReport& report, const std::optional<WorstError>& worst) {
  if (!worst) return {};
  const ComparedDataset& dataset = report.datasets[worst->dataset];
  const ValuePlace& place = worst->place;
  return base::json_of("error", place.error, "datasets", std::vector{dataset.first, dataset.second},
                       "at", place.at, "where", json_text_or_null(place.where), "first",
                       place.first, "second", place.second);
}

}  // namespace

void fields(auto& archive, CompareManyReport& report) {
  const auto variable_json = [&](const VariableOfMany& one) {
    return base::json_of("path", one.path, "datasets", one.datasets, "differing", one.differing,
                         "differing_values", one.differing_values, "largest_error",
                         worst_json(report, one.largest_error), "largest_relative_error",
                         worst_json(report, one.largest_relative_error));
  };
  archive("first", json_text_or_null(report.first), "second", json_text_or_null(report.second),
          "journal", json_text_or_null(report.journal), "equal", report.is_equal(), "within_limits",
          report.is_within_limits(), "datasets", report.datasets, "variables",
          base::json_list(report.variables, variable_json), "only_in_first", report.only_in_first,
          "only_in_second", report.only_in_second, "not_compared", report.not_compared, "notes",
          report.notes);
}

std::string format_comparison_json(const CompareReport& report) { return format_record(report); }

std::string format_comparison_json(const CompareManyReport& report) {
  return format_json(base::to_json(report));
}

}  // namespace ncf
