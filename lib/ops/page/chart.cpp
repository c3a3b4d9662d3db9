// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ncf::ops::page {
namespace {

/// Returns the position in the picture, of which the width and the height are each 100.
std::string at(double place) { return fmt::format("{:.2f}%", place); }

/// Returns one of the steps times a power of ten, at least `number`.
double round_up(double number, const std::vector<double>& steps) {
  const double power = std::pow(10, std::floor(std::log10(number)));
  for (const double step : steps) {
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
    for (const std::vector<double>& steps :
         {std::vector{1.0, 2.0, 5.0}, std::vector{1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0}}) {
      ticks.clear();
      for (double tick = round_up(least_, steps); tick <= most_;
           tick = round_up(tick * 1.01, steps)) {
        if (ticks.empty() || std::abs(place(tick) - place(ticks.back())) >= distance) {
          ticks.push_back(tick);
        }
      }
      if (ticks.size() > 2) return ticks;
    }
    const double least = least_ * margin;
    const double most = most_ / margin;
    if (ticks.size() > 1) return ticks;
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
        x_(chart.points, &ChartPoint::x, 0, whole),
        y_(chart.points, &ChartPoint::y, whole, 0) {}

  [[nodiscard]] Html draw() const { return axes() + front() + points() + names(); }

 private:
  static Html line(const char* style, double x1, double y1, double x2, double y2) {
    return element(
        "line", {{"class", style}, {"x1", at(x1)}, {"y1", at(y1)}, {"x2", at(x2)}, {"y2", at(y2)}},
        {});
  }

  /// dx, dy: pixels from that position.
  static Html text(double x, double y, int dx, int dy, const char* anchor,
                   const std::string& words) {
    return element("text",
                   {{"x", at(x)},
                    {"y", at(y)},
                    {"dx", fmt::format("{}", dx)},
                    {"dy", fmt::format("{}", dy)},
                    {"text-anchor", anchor}},
                   words);
  }

  [[nodiscard]] Html axes() const {
    constexpr double between_rows = 10;
    constexpr double between_columns = 12;
    constexpr int below = 18;
    Html axes;
    for (const double tick : y_.ticks(between_rows)) {
      const double y = y_.place(tick);
      axes += line("grid", 0, y, whole, y) + text(0, y, -8, 4, "end", chart_.format_y(tick));
    }
    for (const double tick : x_.ticks(between_columns)) {
      const double x = x_.place(tick);
      axes +=
          line("grid", x, 0, x, whole) + text(x, whole, 0, below, "middle", chart_.format_x(tick));
    }
    return axes + line("axis", 0, whole, whole, whole) + line("axis", 0, 0, 0, whole) +
           text(whole / 2, whole, 0, 2 * below + 2, "middle", chart_.x_title);
  }

  [[nodiscard]] Html front() const {
    std::vector<const ChartPoint*> front;
    for (const ChartPoint& point : chart_.points) {
      if (point.is_on_front) front.push_back(&point);
    }
    std::ranges::sort(front, {}, [](const ChartPoint* point) { return point->x; });
    Html lines;
    for (std::size_t i = 1; i < front.size(); ++i) {
      lines += line("front", x_.place(front[i - 1]->x), y_.place(front[i - 1]->y),
                    x_.place(front[i]->x), y_.place(front[i]->y));
    }
    return lines;
  }

  static Html circle(const char* style, double x, double y, int radius, const Html& content) {
    return element(
        "circle",
        {{"class", style}, {"cx", at(x)}, {"cy", at(y)}, {"r", fmt::format("{}", radius)}},
        content);
  }

  [[nodiscard]] Html points() const {
    Html points;
    for (const ChartPoint& point : chart_.points) {
      const double x = x_.place(point.x);
      const double y = y_.place(point.y);
      if (point.is_chosen) points += circle("choice", x, y, ring, {});
      points += circle(point.is_on_front ? "point" : "other", x, y, ring / 2,
                       element("title", point.title));
    }
    return points;
  }

  /// Returns the names of points; the chosen point always has one.
  [[nodiscard]] Html names() const {
    std::vector<const ChartPoint*> named;
    for (const bool is_chosen : {true, false}) {
      for (const ChartPoint& point : chart_.points) {
        if (point.is_chosen != is_chosen) continue;
        const bool is_free = std::ranges::none_of(
            named, [&](const ChartPoint* other) { return are_close(point, *other); });
        if (is_free) named.push_back(&point);
      }
    }
    Html names;
    for (const ChartPoint* point : named) {
      names += text(x_.place(point->x), y_.place(point->y), 0, -ring - 3, "middle", point->name);
    }
    return names;
  }

  [[nodiscard]] bool are_close(const ChartPoint& a, const ChartPoint& b) const {
    constexpr double name_width = 5;
    constexpr double name_height = 7;
    return std::abs(x_.place(a.x) - x_.place(b.x)) < name_width &&
           std::abs(y_.place(a.y) - y_.place(b.y)) < name_height;
  }

  static constexpr double whole = 100;
  static constexpr int ring = 8;

  const Chart& chart_;
  Scale x_;
  Scale y_;
};

}  // namespace

Html chart(const Chart& chart) {
  if (chart.points.empty()) return {};
  const Html picture =
      element("svg", {{"class", "chart"}, {"role", "img"}, {"aria-label", chart.label}},
              Drawing(chart).draw());
  return element("figure", element("figcaption", chart.y_title) + picture);
}

}  // namespace ncf::ops::page
