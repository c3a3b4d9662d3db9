// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Scans all values of a variable, tile by tile, on all threads. Results of tiles are taken in
// order, so the result is the same for any number of threads. Tiles that must contain neighbours
// depend only on the variable, so their result is the same for any memory, too; other tiles are
// smaller if memory is short.
//
// I/O thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/grid/chunk_grid.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/values/tile_reader.hpp"
#include "transcode/walks/tile_plan.hpp"

namespace ncf::ops {

/// The most bytes of values that are looked at together, unless a chunk is larger.
inline constexpr std::uint64_t max_scan_tile_bytes = std::uint64_t{16} << 20;

/// Limit for tiles that are enlarged to contain neighbours.
constexpr std::uint64_t max_bytes_for_neighbours = std::uint64_t{128} << 20;

/// Indices of dimensions of a variable.
using DimensionIndices = std::vector<std::size_t>;

/// Returns the shape of tiles of whole chunks, with at least two values along each dimension if
/// possible. They have about `max_bytes`, or more if a chunk is larger or if they need neighbours.
/// chunk_shape: empty if the variable has no chunks. neighbours_along: dimensions for which tiles
/// may be enlarged to have two values along each; where not all fit, the last ones come first.
[[nodiscard]] std::vector<std::size_t> scan_tile(const std::vector<std::size_t>& shape,
                                                 const std::vector<std::size_t>& chunk_shape,
                                                 std::size_t value_bytes,
                                                 const DimensionIndices& neighbours_along = {},
                                                 std::uint64_t max_bytes = max_scan_tile_bytes);

/// Scans the values of a box, as in memory and in C order, on a worker thread. The function that it
/// returns is called on the I/O thread, in the order of the tiles.
using LookAtTile = std::function<std::function<void()>(
    const model::Box& box, std::span<const std::byte> values, std::size_t worker)>;

class ValueScanner {
 public:
  /// input: must outlive this.
  ValueScanner(model::Source& input, const transcode::Resources& resources);

  /// Returns the shape of the largest tiles of a variable.
  [[nodiscard]] std::vector<std::size_t> tile_shape(model::VariableId variable,
                                                    const DimensionIndices& neighbours_along) const;

  /// Scans a variable. Of tiles in which nothing was ever written, only the first is scanned, since
  /// it has the value of all, or none if neighbours count: between equal values they tell nothing.
  /// variable: of a type with values of a fixed size. bytes_beside: additional memory of a worker.
  /// throws: Error naming the variable; Error(usage) if the memory is not enough.
  void scan(model::VariableId variable, std::size_t bytes_beside, const LookAtTile& look,
            const DimensionIndices& neighbours_along = {});

  /// Returns the maximum number of workers.
  [[nodiscard]] std::size_t max_workers() const noexcept;

  /// Returns the most memory that a scan used.
  [[nodiscard]] std::uint64_t peak_bytes() const noexcept { return peak_bytes_; }

 private:
  struct Plan {
    std::size_t threads = 1;
    std::size_t tiles_in_work = 1;
    std::uint64_t peak_bytes = 0;
  };
  struct PlannedTiles {
    model::ChunkGrid tiles;
    Plan limits;
  };
  [[nodiscard]] Plan plan(std::uint64_t tile_bytes, std::uint64_t bytes_beside) const;
  /// max_bytes: of a tile; less if memory is short.
  [[nodiscard]] PlannedTiles plan_tiles(model::VariableId variable, std::size_t bytes_beside,
                                        const DimensionIndices& neighbours_along,
                                        std::uint64_t max_bytes) const;
  /// throws: Error(usage) if the memory is not enough.
  void require_memory(const Plan& plan, const std::string& path) const;

  model::Source& input_;
  transcode::Resources resources_;
  std::uint64_t peak_bytes_ = 0;
  plugin::KernelChains chains_;
  std::optional<transcode::TileReader> reader_;
};

}  // namespace ncf::ops
