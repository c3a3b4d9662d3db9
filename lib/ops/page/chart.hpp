// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A chart of points, for example sizes against speeds. Pure function; any thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ops/page/html.hpp"

namespace ncf::ops::page {

struct ChartPoint {
  double x = 1;       ///< above 0
  double y = 1;       ///< above 0
  std::string name;   ///< written beside the point, as in the table
  std::string title;  ///< the meaning of the point
  bool is_on_front = false;
  bool is_chosen = false;
};

struct Chart {
  std::string label;  ///< for readers who cannot see the picture
  std::string x_title;
  std::string y_title;
  std::function<std::string(double)> format_x;
  std::function<std::string(double)> format_y;
  std::vector<ChartPoint> points;
};

/// Draws a chart. Both axes are logarithmic. A line joins the points on the front. Their names are
/// written beside them, unless points are too close to each other.
[[nodiscard]] Html chart(const Chart& chart);

}  // namespace ncf::ops::page
