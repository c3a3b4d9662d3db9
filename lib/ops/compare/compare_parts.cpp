// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/compare_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/page/map_axis.hpp"
#include "ops/page/page.hpp"

namespace ncf::ops {
namespace {

using page::Html;
using page::Map;

Html format_histogram(const std::vector<ErrorRange>& ranges) {
  page::Table table{"Pairs of values by their absolute error",
                    page::columns("error", page::numbers("pairs"), "share of the largest row")};
  std::uint64_t most = 1;
  for (const ErrorRange& range : ranges) most = std::max(most, range.pairs);
  for (const ErrorRange& range : ranges) {
    const Html limits =
        range.to == 0 ? Html("equal") : real_number(range.from) + " to " + real_number(range.to);
    table.add({limits, page::number(range.pairs),
               page::bar(static_cast<double>(range.pairs) / static_cast<double>(most))});
  }
  return page::table(table);
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

  [[nodiscard]] std::vector<page::Color> legend() const {
    std::vector<page::Color> legend;
    double to = most_;
    for (std::size_t color = page::color_count; color-- > 0 && to >= least_;) {
      const double from = to / ratio();
      legend.push_back({color, color == 0 ? fmt::format("up to {:.3g}", to)
                                          : fmt::format("{:.3g} to {:.3g}", from, to)});
      to = from;
    }
    legend.push_back({std::nullopt, "equal, or no pairs"});
    return legend;
  }

 private:
  static constexpr std::uint8_t last = page::color_count - 1;

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
  Map map{fmt::format("Map of the {} of {} by position; its numbers follow", quantity, path),
          errors.across.cells,
          {},
          fmt::format("The {} in each cell. {}{}", quantity,
                      describe_axes(errors.down, errors.across, "values"), describe_cells(errors)),
          scale.legend()};
  for (std::size_t i = 0; i < errors.cells.size(); ++i) {
    const ErrorMapCell& cell = errors.cells[i];
    const std::string positions = name_cell(errors.down, errors.across, i);
    map.cells.push_back({scale.color_of(cell.*number),
                         cell.pairs == 0 ? positions + ": no pairs"
                                         : fmt::format("{}: {:.3g}", positions, cell.*number)});
  }
  return page::map(map);
}

Html format_error_maps(const std::string& path, const ErrorDistribution& errors) {
  if (errors.cells.size() < 2) return {};
  page::Table table{
      "The cells of the maps",
      page::columns("positions", page::numbers("pairs"), page::numbers("largest error"),
                    page::numbers("bias"), page::numbers("RMSE"))};
  for (std::size_t i = 0; i < errors.cells.size(); ++i) {
    const ErrorMapCell& cell = errors.cells[i];
    table.add({name_cell(errors.down, errors.across, i), page::number(cell.pairs),
               real_number(cell.largest_error), real_number(cell.bias), real_number(cell.rmse)});
  }
  return format_error_map(path, errors, "largest error", &ErrorMapCell::largest_error) +
         format_error_map(path, errors, "RMSE", &ErrorMapCell::rmse) +
         page::details("Numbers of these maps", page::table(table));
}

}  // namespace

std::string_view verdict(bool is_equal, bool is_within_limits) {
  if (is_equal) return "equal";
  return is_within_limits ? "within the limits" : "different";
}

Html real_number(const std::optional<double>& number, int digits) {
  if (!number) return "-";
  const std::string shown = fmt::format("{:.{}g}", *number, digits);
  return std::isfinite(*number) ? page::number(*number, shown) : Html("-").with_words(shown);
}

std::string format_place(const std::vector<std::size_t>& at) {
  return at.empty() ? "" : fmt::format("({})", fmt::join(at, ","));
}

std::string format_place(const CompareManyReport& report, const WorstError& worst) {
  const ComparedDataset& dataset = report.datasets[worst.dataset];
  const std::string& name = report.journal.empty() ? dataset.first : dataset.second;
  const std::string at = format_place(worst.place.at);
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

Html error_pictures(const std::string& path, const ErrorDistribution& errors) {
  return format_histogram(errors.ranges) + format_error_maps(path, errors);
}

}  // namespace ncf::ops
