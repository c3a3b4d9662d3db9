// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rounding/box_strips.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace ncf::transcode {
namespace {

/// With values of 4 bytes, half a megabyte.
constexpr std::size_t max_values_in_buffers = std::size_t{1} << 17U;

std::size_t product(std::span<const std::size_t> lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), std::size_t{1}, std::multiplies<>());
}

std::size_t whole_sets(std::size_t values) {
  return (values + set_values - 1) / set_values * set_values;
}

BoxStrips cut_before(std::span<const std::size_t> shape, std::size_t inner) {
  const auto strip = shape.subspan(inner);
  const auto farthest = std::find_if(strip.begin(), strip.end(), [](auto n) { return n > 1; });
  const std::size_t values = product(strip);
  const std::size_t before = farthest == strip.end() ? set_values : whole_sets(values / *farthest);
  // Moving fewer values than are prepared costs little.
  const std::size_t parts = std::max<std::size_t>(1, 2 * before / part_values);
  return {inner, product(shape.first(inner)), values, before,
          std::min(parts * part_values, whole_sets(values))};
}

}  // namespace

BoxStrips cut_into_strips(std::span<const std::size_t> shape) {
  BoxStrips best = cut_before(shape, 0);
  for (std::size_t inner = 1; inner < shape.size(); ++inner) {
    if (best.all_buffer_values() <= max_values_in_buffers) break;
    if (product(shape.subspan(inner)) == 1) break;  // strips have whole rows
    const BoxStrips cut = cut_before(shape, inner);
    if (cut.all_buffer_values() < best.all_buffer_values()) best = cut;
  }
  return best;
}

// A smaller box may have longer strips, if their buffers are below the limit.
std::size_t max_buffer_values(std::span<const std::size_t> shape) {
  const std::size_t one_strip = cut_before(shape, 0).all_buffer_values();
  return std::max(cut_into_strips(shape).all_buffer_values(),
                  std::min(one_strip, max_values_in_buffers));
}

}  // namespace ncf::transcode
