// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/tile_plan.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "model/dataset/stored_form.hpp"

namespace ncf::transcode {
namespace {

using model::ChunkGrid;
using model::jump_bytes;

using Shape = std::vector<std::size_t>;

/// Limit on the combinations of tile lengths to try; beyond it, fewer lengths are tried.
constexpr double max_combinations = 1e5;

std::size_t ceil_divide(std::size_t a, std::size_t b) { return a / b + (a % b > 0 ? 1 : 0); }

/// Returns the least common multiple, limited to `most`.
std::size_t common_multiple(std::size_t a, std::size_t b, std::size_t most) {
  const std::size_t factor = b / std::gcd(a, b);
  return a > most / factor ? most : a * factor;
}

/// A dimension: lengths of the extent, of a source chunk and of a target chunk.
struct Axis {
  std::size_t extent;
  std::size_t source;
  std::size_t target;

  [[nodiscard]] std::size_t source_chunks() const { return ceil_divide(extent, source); }

  /// Returns how often source chunks are decoded along this axis: each once, and once more for each
  /// tile border that cuts one.
  [[nodiscard]] std::size_t decodes(std::size_t tile) const {
    const std::size_t borders = ceil_divide(extent, tile) - 1;
    const std::size_t whole = (extent - 1) / common_multiple(tile, source, extent);
    return source_chunks() + borders - std::min(borders, whole);
  }
};

/// Returns the tile lengths to try: whole target chunks, doubled up to the extent, and lengths that
/// cut no source chunk.
Shape lengths_of(const Axis& axis) {
  const std::size_t all = ceil_divide(axis.extent, axis.target) * axis.target;
  Shape lengths{axis.target, all};
  const std::size_t aligned = common_multiple(axis.target, axis.source, all);
  for (const std::size_t first : {axis.target, aligned}) {
    for (std::size_t length = first; length < all; length *= 2) {
      lengths.push_back(length);
      if (length > all / 2) break;
    }
  }
  std::sort(lengths.begin(), lengths.end());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  return lengths;
}

/// Drops lengths until the combinations are few enough; keeps the first and the last.
void thin_out(std::vector<Shape>& lengths) {
  const auto combinations = [&] {
    return std::accumulate(lengths.begin(), lengths.end(), 1.0,
                           [](double product, const Shape& axis) {
                             return product * static_cast<double>(axis.size());
                           });
  };
  while (combinations() > max_combinations) {
    Shape& longest =
        *std::max_element(lengths.begin(), lengths.end(),
                          [](const Shape& a, const Shape& b) { return a.size() < b.size(); });
    if (longest.size() <= 2) return;
    longest.erase(longest.begin() + static_cast<std::ptrdiff_t>(longest.size() / 2));
  }
}

class Search {
 public:
  Search(const ChunkGrid& source, const ChunkGrid& target, const TileLimits& limits)
      : limits_(limits) {
    for (std::size_t i = 0; i < target.extent().size(); ++i) {
      axes_.push_back({target.extent()[i], source.chunk_shape()[i], target.chunk_shape()[i]});
      lengths_.push_back(lengths_of(axes_.back()));
    }
    thin_out(lengths_);
  }

  /// Walks over all combinations twice: to find the lowest cost, then the smallest tile whose cost
  /// is hardly higher.
  Shape find() {
    Shape smallest;
    for (const Axis& axis : axes_) smallest.push_back(axis.target);
    double least = cost(smallest);
    if (limits_.source_is_chunked && least <= source_chunks()) {
      limits_.max_bytes = std::min(limits_.max_bytes, limits_.grain_bytes);
    }
    each([&](const Shape& tile) { least = std::min(least, cost(tile)); });
    Shape best = smallest;
    double best_bytes = std::numeric_limits<double>::infinity();
    each([&](const Shape& tile) {
      const double bytes = std::max(tile_bytes(tile), static_cast<double>(limits_.grain_bytes));
      if (cost(tile) > 1.01 * least || bytes > best_bytes) return;
      if (bytes == best_bytes && tile_bytes(tile) <= tile_bytes(best)) return;
      best = tile;
      best_bytes = bytes;
    });
    return best;
  }

  [[nodiscard]] std::uint64_t decodes(const Shape& tile) const {
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < axes_.size(); ++i) product *= axes_[i].decodes(tile[i]);
    return product;
  }

 private:
  /// Returns the minimum number of decodes for any tile.
  [[nodiscard]] double source_chunks() const {
    return std::accumulate(axes_.begin(), axes_.end(), 1.0, [](double product, const Axis& axis) {
      return product * static_cast<double>(axis.source_chunks());
    });
  }

  template <class Visit>
  void each(Visit visit) {
    Shape tile;
    visit_from(tile, static_cast<double>(limits_.element_bytes), visit);
  }

  template <class Visit>
  void visit_from(Shape& tile, double bytes, Visit& visit) {
    if (tile.size() == axes_.size()) return visit(tile);
    double rest = 1;  // the smallest product of the axes still to come
    for (std::size_t i = tile.size() + 1; i < axes_.size(); ++i) {
      rest *= static_cast<double>(axes_[i].target);
    }
    const Shape& lengths = lengths_[tile.size()];
    for (const std::size_t length : lengths) {
      const double longer = bytes * static_cast<double>(length);
      if (length != lengths.front() && longer * rest > static_cast<double>(limits_.max_bytes)) {
        break;
      }
      tile.push_back(length);
      visit_from(tile, longer, visit);
      tile.pop_back();
    }
  }

  [[nodiscard]] double tile_bytes(const Shape& tile) const {
    return std::accumulate(tile.begin(), tile.end(), static_cast<double>(limits_.element_bytes),
                           std::multiplies<>());
  }

  [[nodiscard]] double cost(const Shape& tile) const {
    return limits_.source_is_chunked ? static_cast<double>(decodes(tile)) : jumps_cost(tile);
  }

  /// Returns the cost in bytes for a source without chunks: all of it once, plus a jump for each
  /// run.
  [[nodiscard]] double jumps_cost(const Shape& tile) const {
    double run_bytes = static_cast<double>(limits_.element_bytes);
    double all_bytes = run_bytes;
    bool is_run = true;
    for (std::size_t i = axes_.size(); i-- > 0;) {
      const std::size_t length = std::min(tile[i], axes_[i].extent);
      if (is_run) run_bytes *= static_cast<double>(length);
      is_run = is_run && length == axes_[i].extent;
      all_bytes *= static_cast<double>(axes_[i].extent);
    }
    // Longer runs are read in slabs anyway.
    run_bytes = std::min(run_bytes, 64.0 * jump_bytes);
    return all_bytes + all_bytes / run_bytes * jump_bytes;
  }

  TileLimits limits_;
  std::vector<Axis> axes_;
  std::vector<Shape> lengths_;  ///< to try along each axis
};

}  // namespace

TilePlan plan_tiles(const ChunkGrid& source, const ChunkGrid& target, const TileLimits& limits) {
  TilePlan plan;
  plan.source_chunks = source.chunk_count();
  if (target.chunk_count() == 0) {
    plan.shape = target.chunk_shape();
    return plan;
  }
  Search search(source, target, limits);
  plan.shape = search.find();
  plan.tile_bytes = std::accumulate(plan.shape.begin(), plan.shape.end(),
                                    std::uint64_t{limits.element_bytes}, std::multiplies<>());
  plan.decodes = search.decodes(plan.shape);
  return plan;
}

}  // namespace ncf::transcode
