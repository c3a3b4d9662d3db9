// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ncf/compare.hpp"
#include "ops/compare/compare_parts.hpp"
#include "ops/page/map_axis.hpp"
#include "ops/page/page.hpp"

namespace ncf {
namespace {

using ops::page::Html;
using ops::page::Map;

constexpr int digits_of_correlation = 10;

Html real_number(const std::optional<double>& number, int digits = 3) {
  if (!number || !std::isfinite(*number)) return "-";
  return ops::page::number(*number, fmt::format("{:.{}g}", *number, digits));
}

Html format_definitions(const CompareReport& report) {
  if (report.definitions.empty()) return {};
  ops::page::Table table{"What is defined differently",
                         {{"definition"}, {"what"}, {"first"}, {"second"}}};
  const auto text = [](const std::optional<std::string>& one) {
    return one ? ops::page::element("code", *one) : Html("-");
  };
  for (const DefinitionDifference& one : report.definitions) {
    table.rows.push_back({ops::page::name(one.path), one.what, text(one.first), text(one.second)});
  }
  return ops::page::section("Definitions", ops::page::table(table));
}

bool has_pictures(const ComparedVariable& variable) {
  return variable.differing > 0 && variable.numbers && variable.numbers->distribution;
}

std::vector<Html> row_of(const ComparedVariable& variable, std::size_t number) {
  const Html path = ops::page::name(variable.path);
  const auto error = [](const std::optional<ValuePlace>& place) {
    return real_number(place ? std::optional(place->error) : std::nullopt);
  };
  const ComparedNumbers numbers = variable.numbers.value_or(ComparedNumbers{});
  return {has_pictures(variable) ? ops::page::link("variable", number, path) : path,
          variable.failure.empty() ? ops::page::number(variable.values) : "not compared",
          ops::page::number(variable.differing),
          ops::page::number(variable.exceeding),
          variable.limit.empty() ? "-" : variable.limit,
          error(numbers.largest_error),
          error(numbers.largest_relative_error),
          real_number(numbers.bias),
          real_number(numbers.rmse),
          real_number(numbers.psnr),
          real_number(numbers.correlation, digits_of_correlation),
          ops::page::number(numbers.missing_in_first),
          ops::page::number(numbers.missing_in_second)};
}

Html format_variables(const CompareReport& report) {
  ops::page::Table table{"Variables in both datasets",
                         {{"variable"},
                          {"values", true},
                          {"differing", true},
                          {"beyond the limit", true},
                          {"limit", true},
                          {"largest error", true},
                          {"relative", true},
                          {"bias", true},
                          {"RMSE", true},
                          {"PSNR dB", true},
                          {"correlation", true},
                          {"missing in first", true},
                          {"in second", true}}};
  for (std::size_t i = 0; i < report.variables.size(); ++i) {
    table.rows.push_back(row_of(report.variables[i], i));
  }
  return ops::page::section("Values", ops::page::table(table));
}

Html format_levels(const CompareReport& report) {
  ops::page::Table table{"Levels: the values of the last two dimensions at one position of others",
                         {{"variable"},
                          {"levels", true},
                          {"failed", true},
                          {"lowest correlation", true},
                          {"at"},
                          {"lowest K-S p-value", true},
                          {"at"},
                          {"lowest SSIM", true},
                          {"at"}}};
  for (const ComparedVariable& variable : report.variables) {
    if (!variable.numbers || !variable.numbers->level_checks) continue;
    const LevelChecks& checks = *variable.numbers->level_checks;
    std::vector<Html>& row = table.rows.emplace_back();
    row = {ops::page::name(variable.path), ops::page::number(checks.levels),
           ops::page::number(checks.failed)};
    for (const auto& lowest :
         {checks.lowest_correlation, checks.lowest_ks_p_value, checks.lowest_ssim}) {
      row.push_back(lowest ? real_number(lowest->value, digits_of_correlation) : "-");
      row.emplace_back(lowest ? ops::format_place(lowest->at) : "");
    }
  }
  if (table.rows.empty()) return {};
  return ops::page::section(
      "Level checks",
      ops::page::paragraph("A level fails if its correlation is below 0.99999, the p-value of the "
                           "Kolmogorov-Smirnov test below 0.05, or the structural similarity of "
                           "the data below 0.995.") +
          ops::page::table(table));
}

void add_place(const char* what, const std::optional<ValuePlace>& place, ops::page::Table& table) {
  if (!place) return;
  table.rows.push_back({what, ops::format_place(place->at), place->first, place->second});
}

Html format_places(const ComparedVariable& variable) {
  ops::page::Table table{"Where", {{"what"}, {"at"}, {"first", true}, {"second", true}}};
  add_place("largest error", variable.numbers->largest_error, table);
  add_place("largest relative error", variable.numbers->largest_relative_error, table);
  add_place("first missing change", variable.numbers->first_missing_change, table);
  add_place("first difference", variable.first_difference, table);
  return ops::page::table(table);
}

Html format_histogram(const std::vector<ErrorRange>& ranges) {
  ops::page::Table table{"Pairs of values by their absolute error",
                         {{"error"}, {"pairs", true}, {"share of the largest row"}}};
  std::uint64_t most = 1;
  for (const ErrorRange& range : ranges) most = std::max(most, range.pairs);
  for (const ErrorRange& range : ranges) {
    const Html limits =
        range.to == 0 ? Html("equal") : real_number(range.from) + " to " + real_number(range.to);
    table.rows.push_back(
        {limits, ops::page::number(range.pairs),
         ops::page::bar(static_cast<double>(range.pairs) / static_cast<double>(most))});
  }
  return ops::page::table(table);
}

/// The colours of a map. Each stands for numbers `ratio` times as large as those of the next paler
/// one. If that is enough for all of them, the ratio is below 2.
class ColorScale {
 public:
  void include(double number) {
    if (number == 0 || !std::isfinite(number)) return;
    most_ = std::max(most_, number);
    least_ = std::min(least_, number);
  }

  /// Returns empty for 0.
  [[nodiscard]] std::optional<std::size_t> color_of(double number) const {
    if (number == 0) return std::nullopt;
    const double steps = std::isfinite(number) ? std::log(most_ / number) / std::log(ratio()) : 0;
    return last - static_cast<std::size_t>(std::clamp(steps, 0.0, double{last}));
  }

  [[nodiscard]] std::vector<ops::page::Color> legend() const {
    std::vector<ops::page::Color> legend;
    double to = most_;
    for (std::size_t color = ops::page::color_count; color-- > 0 && to >= least_;) {
      const double from = to / ratio();
      legend.push_back({color, color == 0 ? fmt::format("up to {:.3g}", to)
                                          : fmt::format("{:.3g} to {:.3g}", from, to)});
      to = from;
    }
    legend.push_back({std::nullopt, "equal, or no pairs"});
    return legend;
  }

 private:
  static constexpr std::uint8_t last = ops::page::color_count - 1;

  [[nodiscard]] double ratio() const {
    constexpr double most_ratio = 2;
    const double needed = std::pow(most_ / least_, 1.0 / (last + 0.5));
    return needed > 1 && needed < most_ratio ? needed : most_ratio;
  }

  double most_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
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
Html format_error_map(const std::string& path, const ErrorDistribution& errors,
                      const std::string& quantity, double ErrorMapCell::*number) {
  ColorScale scale;
  for (const ErrorMapCell& cell : errors.cells) scale.include(cell.*number);
  Map map{
      fmt::format("Map of the {} of {} by position; its numbers follow", quantity, path),
      errors.across.cells,
      {},
      fmt::format("The {} in each cell. {}{}", quantity,
                  ops::describe_axes(errors.down, errors.across, "values"), describe_cells(errors)),
      scale.legend()};
  for (std::size_t i = 0; i < errors.cells.size(); ++i) {
    const ErrorMapCell& cell = errors.cells[i];
    const std::string positions = ops::name_cell(errors.down, errors.across, i);
    map.cells.push_back({scale.color_of(cell.*number),
                         cell.pairs == 0 ? positions + ": no pairs"
                                         : fmt::format("{}: {:.3g}", positions, cell.*number)});
  }
  return ops::page::map(map);
}

Html format_error_maps(const std::string& path, const ErrorDistribution& errors) {
  if (errors.cells.size() < 2) return {};
  ops::page::Table table{
      "The cells of the maps",
      {{"positions"}, {"pairs", true}, {"largest error", true}, {"bias", true}, {"RMSE", true}}};
  for (std::size_t i = 0; i < errors.cells.size(); ++i) {
    const ErrorMapCell& cell = errors.cells[i];
    table.rows.push_back({ops::name_cell(errors.down, errors.across, i),
                          ops::page::number(cell.pairs), real_number(cell.largest_error),
                          real_number(cell.bias), real_number(cell.rmse)});
  }
  return format_error_map(path, errors, "largest error", &ErrorMapCell::largest_error) +
         format_error_map(path, errors, "RMSE", &ErrorMapCell::rmse) +
         ops::page::details("Numbers of these maps", ops::page::table(table));
}

Html format_pictures(const CompareReport& report) {
  Html pictures;
  for (std::size_t i = 0; i < report.variables.size(); ++i) {
    const ComparedVariable& variable = report.variables[i];
    if (!has_pictures(variable)) continue;
    const ErrorDistribution& errors = *variable.numbers->distribution;
    pictures += ops::page::element("h3", {{"id", ops::page::id_of("variable", i)}},
                                   ops::page::name(variable.path)) +
                format_places(variable) + format_histogram(errors.ranges) +
                format_error_maps(variable.path, errors);
  }
  if (pictures.is_empty()) return {};
  return ops::page::section(
      "Errors",
      ops::page::paragraph("Absolute differences of pairs of finite numbers that are not missing. "
                           "The maps show the largest error and the RMSE in each part of the "
                           "last two dimensions, over all positions along others.") +
          pictures);
}

Html format_remarks(const CompareReport& report) {
  std::vector<Html> remarks(report.notes.begin(), report.notes.end());
  for (const ComparedVariable& variable : report.variables) {
    for (const std::string& remark : ops::remarks_of(variable)) remarks.emplace_back(remark);
  }
  if (remarks.empty()) return {};
  return ops::page::section("Remarks", ops::page::list(remarks));
}

}  // namespace

std::string format_comparison_html(const CompareReport& report) {
  const auto dataset = [](const char* which, const std::string& name, Format format) {
    return Html(which) + ops::page::name(name) + fmt::format(" ({})", format_name(format));
  };
  const Html summary = ops::page::list({
      dataset("first: ", report.first, report.first_format),
      dataset("second: ", report.second, report.second_format),
      Html("result: ") +
          ops::page::element("strong", ops::verdict(report.is_equal(), report.is_within_limits())),
  });
  return ops::page::format_page(fmt::format("Comparison of {} and {}", report.first, report.second),
                                summary + format_definitions(report) + format_variables(report) +
                                    format_levels(report) + format_pictures(report) +
                                    format_remarks(report));
}

}  // namespace ncf
