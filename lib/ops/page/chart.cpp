// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ncf::ops::page {
namespace {

// In the units of the picture, which is as wide as the page allows.
constexpr double width = 360;
constexpr double height = 240;
constexpr double left = 52;
constexpr double right = width - 12;
constexpr double top = 12;
constexpr double bottom = height - 40;

std::string at(double place) { return fmt::format("{:.2f}", place); }

/// 1, 2 or 5 times a power of ten, at least `number`.
double round_up(double number) {
  const double power = std::pow(10, std::floor(std::log10(number)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= number) return step * power;
  }
  return 10 * power;
}

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart) {
    const auto [least, most] = std::ranges::minmax(chart.points, {}, &ChartPoint::x);
    constexpr double margin = 1.25;
    least_x_ = least.x / margin;
    most_x_ = most.x * margin;
    constexpr double steps = 4;
    step_y_ =
        round_up(std::max(std::ranges::max(chart.points, {}, &ChartPoint::y).y, 1e-300) / steps);
    most_y_ = steps * step_y_;
  }

  [[nodiscard]] Html draw() const { return axes() + front() + points(); }

 private:
  [[nodiscard]] double x_of(double x) const {
    return left + (right - left) * std::log(x / least_x_) / std::log(most_x_ / least_x_);
  }
  [[nodiscard]] double y_of(double y) const { return bottom - (bottom - top) * y / most_y_; }

  static Html line(const char* style, double x1, double y1, double x2, double y2) {
    return element(
        "line", {{"class", style}, {"x1", at(x1)}, {"y1", at(y1)}, {"x2", at(x2)}, {"y2", at(y2)}},
        {});
  }

  static Html text(double x, double y, const char* anchor, const std::string& words) {
    return element("text", {{"x", at(x)}, {"y", at(y)}, {"text-anchor", anchor}}, words);
  }

  [[nodiscard]] Html axes() const {
    constexpr double gap = 4;
    constexpr double below = 14;
    Html axes;
    for (double y = 0; y <= most_y_ * 1.001; y += step_y_) {
      axes += line("grid", left, y_of(y), right, y_of(y)) +
              text(left - gap, y_of(y) + gap, "end", chart_.format_y(y));
    }
    double last = 0;
    constexpr double least_distance = 40;
    for (double x = round_up(least_x_); x <= most_x_; x = round_up(x * 1.01)) {
      if (x_of(x) - last < least_distance) continue;
      last = x_of(x);
      axes += line("grid", last, top, last, bottom) +
              text(last, bottom + below, "middle", chart_.format_x(x));
    }
    return axes + line("axis", left, bottom, right, bottom) +
           line("axis", left, top, left, bottom) +
           text((left + right) / 2, height - gap, "middle", chart_.x_title);
  }

  [[nodiscard]] Html front() const {
    std::vector<const ChartPoint*> front;
    for (const ChartPoint& point : chart_.points) {
      if (point.is_on_front) front.push_back(&point);
    }
    std::ranges::sort(front, {}, [](const ChartPoint* point) { return point->x; });
    std::string path;
    for (const ChartPoint* point : front) {
      path +=
          fmt::format("{}{} {}", path.empty() ? 'M' : 'L', at(x_of(point->x)), at(y_of(point->y)));
    }
    return path.empty() ? Html() : element("path", {{"class", "front"}, {"d", path}}, {});
  }

  static Html circle(const char* style, double x, double y, double radius, const Html& content) {
    return element("circle", {{"class", style}, {"cx", at(x)}, {"cy", at(y)}, {"r", at(radius)}},
                   content);
  }

  [[nodiscard]] Html points() const {
    constexpr double radius = 3.5;
    constexpr double ring = 8;
    Html points;
    for (const ChartPoint& point : chart_.points) {
      const double x = x_of(point.x);
      const double y = y_of(point.y);
      if (point.is_chosen) points += circle("choice", x, y, ring, {});
      points += circle(point.is_on_front ? "point" : "other", x, y, radius,
                       element("title", point.title));
      if (point.is_on_front || point.is_chosen) {
        points += text(x, y - ring - 1, "middle", point.name);
      }
    }
    return points;
  }

  const Chart& chart_;
  double least_x_ = 0;
  double most_x_ = 0;
  double step_y_ = 0;
  double most_y_ = 0;
};

}  // namespace

Html chart(const Chart& chart) {
  if (chart.points.empty()) return {};
  const Html picture = element("svg",
                               {{"class", "chart"},
                                {"role", "img"},
                                {"aria-label", chart.label},
                                {"viewBox", fmt::format("0 0 {} {}", width, height)}},
                               Drawing(chart).draw());
  return element("figure", element("figcaption", chart.y_title) + picture);
}

}  // namespace ncf::ops::page
