// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/default_chunks.hpp"

#include <algorithm>
#include <cmath>

namespace ncf::model {
namespace {

using Lengths = std::vector<std::size_t>;

constexpr double chunk_bytes = 16777216;
constexpr double max_chunk_bytes = 4294967295;
/// Chunk size if the only axis is unlimited: such variables are often small.
constexpr std::size_t record_chunk_bytes = 4096;

double bytes_of(const Lengths& chunk, std::size_t value_bytes) {
  double bytes = static_cast<double>(value_bytes);
  for (const std::size_t length : chunk) bytes *= static_cast<double>(length);
  return bytes;
}

/// Returns the same fraction of every fixed axis, and 1 along the others. libnetcdf computes in
/// single precision.
Lengths parts_of_fixed(const std::vector<Axis>& axes, std::size_t value_bytes) {
  float values = 1;
  double fixed = 0;
  for (const Axis& axis : axes) {
    if (axis.is_unlimited) continue;
    values *= static_cast<float>(axis.length);
    ++fixed;
  }
  const double part = std::pow(
      chunk_bytes / (static_cast<double>(values) * static_cast<double>(value_bytes)), 1 / fixed);
  Lengths chunk;
  for (const Axis& axis : axes) {
    const double length = part * static_cast<double>(axis.length) - 0.5;
    const double most = static_cast<double>(axis.length);
    chunk.push_back(
        axis.is_unlimited || length < 1 ? 1 : static_cast<std::size_t>(std::min(length, most)));
  }
  return chunk;
}

Lengths first_choice(const std::vector<Axis>& axes, std::size_t value_bytes) {
  if (!std::ranges::all_of(axes, &Axis::is_unlimited)) return parts_of_fixed(axes, value_bytes);
  if (axes.size() == 1) {
    const auto most = static_cast<std::size_t>(chunk_bytes / static_cast<double>(value_bytes));
    return {std::max<std::size_t>(1, std::min(most, record_chunk_bytes) / value_bytes)};
  }
  const double length = std::pow(chunk_bytes / static_cast<double>(value_bytes),
                                 1 / static_cast<double>(axes.size()));
  return Lengths(axes.size(), std::max<std::size_t>(1, static_cast<std::size_t>(length)));
}

/// Returns a chunk length for the same number of chunks with less overhang at the end.
std::size_t without_overhang(std::size_t length, std::size_t chunk) {
  const std::size_t chunks = (length + chunk - 1) / chunk;
  return chunks == 0 ? chunk : chunk - (chunks * chunk - length) / chunks;
}

}  // namespace

std::vector<std::size_t> default_chunks(const std::vector<Axis>& axes, std::size_t value_bytes) {
  Lengths chunk = first_choice(axes, value_bytes);
  while (bytes_of(chunk, value_bytes) > max_chunk_bytes) {
    for (std::size_t& length : chunk) length = std::max<std::size_t>(1, length / 2);
  }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    chunk[i] = without_overhang(axes[i].length, chunk[i]);
  }
  return chunk;
}

std::vector<Axis> axes_of(const Schema& schema, const Variable& variable) {
  std::vector<Axis> axes;
  for (const DimensionId id : variable.dimensions) {
    const Dimension& dimension = schema.dimensions[id];
    axes.push_back({dimension.is_unlimited ? 0 : dimension.length, dimension.is_unlimited});
  }
  return axes;
}

std::vector<std::size_t> chunk_shape_to_make(const Schema& schema, const Variable& variable) {
  const Layout layout = variable.storage.layout;
  const bool needs_chunks = schema.has_unlimited(variable) || variable.has_filters();
  if (variable.is_scalar() || layout == Layout::compact) return {};
  if (layout != Layout::chunked && !needs_chunks) return {};
  std::vector<std::size_t> chunk =
      default_chunks(axes_of(schema, variable), variable.type->size_bytes);
  const std::vector<std::size_t>& asked = variable.storage.chunk_shape;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (asked[i] > 0) chunk[i] = asked[i];
  }
  return chunk;
}

}  // namespace ncf::model
