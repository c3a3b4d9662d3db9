// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/grid/box.hpp"

#include <utility>

namespace ncf::model {

std::size_t value_count(std::span<const std::size_t> lengths) noexcept {
  std::size_t values = 1;
  for (const std::size_t length : lengths) values *= length;
  return values;
}

Box intersection(const Box& a, const Box& b) {
  Box part = a;
  for (std::size_t i = 0; i < a.start.size(); ++i) {
    part.start[i] = std::max(a.start[i], b.start[i]);
    const std::size_t end = std::min(a.start[i] + a.count[i], b.start[i] + b.count[i]);
    part.count[i] = end > part.start[i] ? end - part.start[i] : 0;
  }
  return part;
}

std::vector<Box> difference(const Box& whole, const Box& part) {
  std::vector<Box> boxes;
  const auto add = [&](Box rest, std::size_t dimension, std::size_t start, std::size_t end) {
    rest.start[dimension] = start;
    rest.count[dimension] = end - start;
    if (end > start) boxes.push_back(std::move(rest));
  };
  Box rest = whole;
  for (std::size_t i = 0; i < whole.start.size(); ++i) {
    const std::size_t part_end = part.start[i] + part.count[i];
    add(rest, i, whole.start[i], part.start[i]);
    add(rest, i, part_end, whole.start[i] + whole.count[i]);
    rest.start[i] = part.start[i];
    rest.count[i] = part.count[i];
  }
  return boxes;
}

bool contains(const Box& box, const std::vector<std::size_t>& element) noexcept {
  for (std::size_t i = 0; i < element.size(); ++i) {
    if (element[i] < box.start[i] || element[i] - box.start[i] >= box.count[i]) return false;
  }
  return true;
}

}  // namespace ncf::model
