// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/map_axis.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ncf::ops {
namespace {

std::string name_positions(const MapAxis& axis, std::size_t cell) {
  const std::size_t first = axis.begin(cell);
  const std::size_t last = axis.begin(cell + 1) - 1;
  return first == last ? fmt::format("{} {}", axis.dimension, first)
                       : fmt::format("{} {}-{}", axis.dimension, first, last);
}

}  // namespace

std::size_t cell_of(const MapAxis& axis, std::size_t position) {
  return ((position + 1) * axis.cells - 1) / axis.length;
}

void add_labels(const CoordinateTexts& texts, std::size_t dimension, std::size_t values,
                MapAxis& axis) {
  constexpr std::size_t most = 5;
  const std::size_t labels = std::min(most, axis.length);
  for (std::size_t i = 0; i < labels; ++i) {
    const std::size_t position = i * (axis.length - 1) / std::max<std::size_t>(1, labels - 1);
    const std::string text = texts.describe(dimension, position * values);
    axis.labels.push_back(text.empty() ? fmt::format("{}", position) : text);
  }
  axis.is_upward = texts.is_upward(dimension);
}

std::string describe_axes(const MapAxis& down, const MapAxis& across, std::string_view unit) {
  std::string text = fmt::format("Across: {}, {} {}.", across.dimension, across.length, unit);
  if (!down.dimension.empty()) {
    text += fmt::format(" Down: {}, {} {}.", down.dimension, down.length, unit);
  }
  return text;
}

std::string name_cell(const MapAxis& down, const MapAxis& across, std::size_t cell) {
  std::string column = name_positions(across, cell % across.cells);
  if (down.dimension.empty()) return column;
  return name_positions(down, cell / across.cells) + ", " + column;
}

}  // namespace ncf::ops
