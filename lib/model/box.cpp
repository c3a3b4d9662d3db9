// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/box.hpp"

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

bool contains(const Box& box, const std::vector<std::size_t>& element) noexcept {
  for (std::size_t i = 0; i < element.size(); ++i) {
    if (element[i] < box.start[i] || element[i] - box.start[i] >= box.count[i]) return false;
  }
  return true;
}

}  // namespace ncf::model
