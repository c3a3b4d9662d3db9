// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/compare_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "ops/report/quantities.hpp"
#include "ops/report/report_json.hpp"
#include "ops/values/coordinate_texts.hpp"

namespace ncf::ops {
namespace {

using page::Html;

/// The colours of a map. Each stands for numbers around a multiple of the same round step; the last
/// ones also for the one percent of cells that lie beyond.
class ColorScale {
 public:
  explicit ColorScale(std::vector<double> sizes, bool is_signed) : is_signed_(is_signed) {
    std::erase_if(sizes, [](double size) { return size == 0 || !std::isfinite(size); });
    if (sizes.empty()) return;
    const auto high = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() * 99 / 100);
    std::ranges::nth_element(sizes, high);
    const double least_step = *high / static_cast<double>(most());
    const double power = std::pow(10, std::floor(std::log10(least_step)));
    for (const double round : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0}) {
      step_ = round * power;
      if (step_ >= least_step) break;
    }
  }

  [[nodiscard]] std::size_t color_of(double number) const {
    const auto limit = static_cast<double>(most());
    const double steps = std::clamp(std::round(number / step_), is_signed_ ? -limit : 0, limit);
    return static_cast<std::size_t>(steps + static_cast<double>(first()));
  }

  [[nodiscard]] std::vector<page::Color> legend() const {
    std::vector<page::Color> legend;
    const int limit = static_cast<int>(most());
    for (int steps = is_signed_ ? -limit : 0; steps <= limit; ++steps) {
      legend.push_back(
          {color_of(steps * step_),
           fmt::format("{:.6g}{}", steps * step_, std::abs(steps) == limit ? " and beyond" : "")});
    }
    legend.push_back({std::nullopt, "no pairs"});
    return legend;
  }

 private:
  /// Returns the colour of 0.
  [[nodiscard]] std::size_t first() const { return is_signed_ ? page::color_count + most() : 0; }
  [[nodiscard]] std::size_t most() const {
    return is_signed_ ? page::diverging_count / 2 : page::color_count - 1;
  }

  bool is_signed_;
  double step_ = 1;
};

/// "A cell covers up to 4 x 2 positions."; empty if each is one position.
std::string describe_cells(const ErrorDistribution& errors) {
  const auto positions = [](const MapAxis& axis) {
    return (axis.length + axis.cells - 1) / axis.cells;
  };
  const std::size_t down = positions(errors.down);
  const std::size_t across = positions(errors.across);
  if (down * across == 1) return {};
  return errors.down.dimension.empty()
             ? fmt::format(" A cell covers up to {} positions.", across)
             : fmt::format(" A cell covers up to {} x {} positions.", down, across);
}

/// Formats a map of errors. quantity: "largest error".
Html format_error_map(const ComparedVariable& variable, const std::string& quantity,
                      double ErrorMapCell::*number) {
  const ErrorDistribution& errors = *variable.numbers->distribution;
  std::vector<double> sizes;
  for (const ErrorMapCell& cell : errors.cells) sizes.push_back(std::abs(cell.*number));
  const ColorScale scale(std::move(sizes), number == &ErrorMapCell::bias);
  const std::string units = variable.units.empty() ? "" : fmt::format(", in {}", variable.units);
  page::Map map{
      fmt::format("Map of the {} of {} by position", quantity, variable.path),
      errors.down,
      errors.across,
      {},
      fmt::format("The {} in each cell{}. {}{}", quantity, units,
                  describe_axes(errors.down, errors.across, "values"), describe_cells(errors)) +
          page::legend(scale.legend())};
  for (const ErrorMapCell& cell : errors.cells) {
    const bool is_known = cell.pairs > 0 && !std::isnan(cell.*number);
    map.colors.push_back(is_known ? std::optional(scale.color_of(cell.*number)) : std::nullopt);
  }
  return page::map(map);
}

}  // namespace

std::string_view verdict(bool is_equal, bool is_within_limits) {
  if (is_equal) return "equal";
  return is_within_limits ? "within the limits" : "different";
}

Html real_number(const std::optional<double>& number, int digits) {
  if (!number) return "-";
  const std::string shown = format_real(*number, digits);
  return std::isfinite(*number) ? page::number(*number, shown) : Html("-").with_words(shown);
}

std::string format_place(const std::vector<std::size_t>& at) {
  return at.empty() ? "" : fmt::format("({})", fmt::join(at, ","));
}

std::string format_position(const ValuePlace& place) {
  return place.where.empty() ? format_place(place.at) : place.where;
}

std::string format_place(const CompareManyReport& report, const WorstError& worst) {
  const ComparedDataset& dataset = report.datasets[worst.dataset];
  const std::string& name = report.journal.empty() ? dataset.first : dataset.second;
  const std::string at = format_position(worst.place);
  return at.empty() ? name : name + ' ' + at;
}

page::Table error_histogram(const ComparedVariable& variable) {
  const std::vector<ErrorRange>& ranges = variable.numbers->distribution->ranges;
  const std::string units = variable.units.empty() ? "" : fmt::format(", in {}", variable.units);
  page::Table table{fmt::format("Pairs of values by their absolute error{}", units),
                    page::columns("error", page::numbers("pairs"), "share of all pairs")};
  const double all = static_cast<double>(variable.numbers->pairs);
  for (const ErrorRange& range : ranges) {
    const Html limits =
        range.to == 0 ? Html("equal") : real_number(range.from) + " to " + real_number(range.to);
    table.add(
        {limits, page::number(range.pairs), page::bar(static_cast<double>(range.pairs) / all)});
  }
  return table;
}

std::vector<page::Html> error_pictures(const ComparedVariable& variable) {
  const ErrorDistribution& errors = *variable.numbers->distribution;
  if (errors.cells.size() < 2) return {};
  std::vector<Html> maps{format_error_map(variable, "mean difference", &ErrorMapCell::bias)};
  const bool is_one_each =
      std::ranges::all_of(errors.cells, [](const ErrorMapCell& cell) { return cell.pairs < 2; });
  if (!is_one_each) {
    maps.push_back(format_error_map(variable, "largest error", &ErrorMapCell::largest_error));
  }
  return maps;
}

}  // namespace ncf::ops

// ---- As JSON ----

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
