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
constexpr double top = 20;
constexpr double bottom = height - 40;

std::string at(double place) { return fmt::format("{:.2f}", place); }

/// Returns 1, 2 or 5 times a power of ten, at least `number`.
double round_up(double number) {
  const double power = std::pow(10, std::floor(std::log10(number)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= number) return step * power;
  }
  return 10 * power;
}

/// An axis with a logarithmic scale.
class Scale {
 public:
  /// begin, end: the positions of the smallest and the largest number in the picture.
  Scale(const std::vector<ChartPoint>& points, double ChartPoint::*number, double begin, double end)
      : begin_(begin), end_(end) {
    const auto [least, most] = std::ranges::minmax(points, {}, number);
    least_ = least.*number / margin;
    most_ = most.*number * margin;
  }

  [[nodiscard]] double place(double number) const {
    return begin_ + (end_ - begin_) * std::log(number / least_) / std::log(most_ / least_);
  }

  /// Returns round numbers that are at least that far from each other in the picture; if there are
  /// fewer than two, the smallest and the largest number.
  [[nodiscard]] std::vector<double> ticks(double distance) const {
    std::vector<double> ticks;
    double tick = round_up(least_);
    while (tick <= most_) {
      if (ticks.empty() || std::abs(place(tick) - place(ticks.back())) >= distance) {
        ticks.push_back(tick);
      }
      tick = round_up(tick * 1.01);
    }
    if (ticks.size() > 1) return ticks;
    const double least = least_ * margin;
    const double most = most_ / margin;
    if (std::abs(place(most) - place(least)) < distance) return {least};
    return {least, most};
  }

 private:
  static constexpr double margin = 1.25;

  double begin_;
  double end_;
  double least_ = 1;
  double most_ = 1;
};

class Drawing {
 public:
  explicit Drawing(const Chart& chart)
      : chart_(chart),
        x_(chart.points, &ChartPoint::x, left, right),
        y_(chart.points, &ChartPoint::y, bottom, top) {}

  [[nodiscard]] Html draw() const { return axes() + front() + points() + names(); }

 private:
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
    constexpr double between_rows = 20;
    constexpr double between_columns = 40;
    Html axes;
    for (const double tick : y_.ticks(between_rows)) {
      const double y = y_.place(tick);
      axes +=
          line("grid", left, y, right, y) + text(left - gap, y + gap, "end", chart_.format_y(tick));
    }
    for (const double tick : x_.ticks(between_columns)) {
      const double x = x_.place(tick);
      axes += line("grid", x, top, x, bottom) +
              text(x, bottom + below, "middle", chart_.format_x(tick));
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
      path += fmt::format("{}{} {}", path.empty() ? 'M' : 'L', at(x_.place(point->x)),
                          at(y_.place(point->y)));
    }
    return path.empty() ? Html() : element("path", {{"class", "front"}, {"d", path}}, {});
  }

  static Html circle(const char* style, double x, double y, double radius, const Html& content) {
    return element("circle", {{"class", style}, {"cx", at(x)}, {"cy", at(y)}, {"r", at(radius)}},
                   content);
  }

  [[nodiscard]] Html points() const {
    constexpr double radius = 3.5;
    Html points;
    for (const ChartPoint& point : chart_.points) {
      const double x = x_.place(point.x);
      const double y = y_.place(point.y);
      if (point.is_chosen) points += circle("choice", x, y, ring, {});
      points += circle(point.is_on_front ? "point" : "other", x, y, radius,
                       element("title", point.title));
    }
    return points;
  }

  /// Returns the names of points; the chosen point always has one.
  [[nodiscard]] Html names() const {
    std::vector<const ChartPoint*> named;
    for (const bool is_chosen : {true, false}) {
      for (const ChartPoint& point : chart_.points) {
        if (point.is_chosen != is_chosen || !(is_chosen || point.is_on_front)) continue;
        const bool is_free = std::ranges::none_of(
            named, [&](const ChartPoint* other) { return are_close(point, *other); });
        if (is_free) named.push_back(&point);
      }
    }
    Html names;
    for (const ChartPoint* point : named) {
      names += text(x_.place(point->x), y_.place(point->y) - ring - 1, "middle", point->name);
    }
    return names;
  }

  [[nodiscard]] bool are_close(const ChartPoint& a, const ChartPoint& b) const {
    constexpr double name_width = 20;
    constexpr double name_height = 14;
    return std::abs(x_.place(a.x) - x_.place(b.x)) < name_width &&
           std::abs(y_.place(a.y) - y_.place(b.y)) < name_height;
  }

  static constexpr double ring = 8;

  const Chart& chart_;
  Scale x_;
  Scale y_;
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
