// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/compare_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/page/map_axis.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops {
namespace {

using page::Html;
using page::Map;

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
  Map map{fmt::format("Map of the {} of {} by position", quantity, variable.path),
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

page::Html summary_of(const ComparedVariable& variable, const page::Html& heading) {
  const std::string units = variable.units.empty() ? "" : " " + variable.units;
  const auto at = [](const char* before, const std::optional<ValuePlace>& place) {
    return !place || place->at.empty() ? std::string() : before + format_position(*place);
  };
  const ComparedNumbers numbers = variable.numbers.value_or(ComparedNumbers{});
  if (!numbers.largest_error) {
    return heading + fmt::format(" differs in {} of {} values{}", variable.differing,
                                 variable.values, at(", first at ", variable.first_difference));
  }
  const std::string bias = numbers.bias
                               ? fmt::format(", on average by {}{}{}", *numbers.bias > 0 ? "+" : "",
                                             format_real(*numbers.bias), units)
                               : "";
  return heading + fmt::format(" differs by up to {}{}{}{} ({} and {})",
                               format_real(numbers.largest_error->error), units, bias,
                               at(", most at ", numbers.largest_error),
                               numbers.largest_error->first, numbers.largest_error->second);
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
