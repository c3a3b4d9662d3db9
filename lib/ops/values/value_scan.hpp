// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Opens the values of a variable, and scans all of them. I/O thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/grid/box.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/values/stored_values.hpp"
#include "transcode/values/tile_reader.hpp"
#include "transcode/walks/resources.hpp"

namespace ncf::ops {

// Values are read as chunks that any thread decodes, as elements at their places, or through their
// store.

/// Returns how chunks of a variable are decoded on any thread; empty if it has no chunks, or if
/// only its store can decode them.
[[nodiscard]] std::optional<transcode::ChunkValues> find_chunk_values(model::Source& input,
                                                                      model::VariableId id,
                                                                      plugin::KernelChains& chains);

/// Opens the values of a variable without `find_chunk_values`, even if filters are missing that all
/// chunks skipped.
/// throws: Error if a filter is missing with which values were encoded.
[[nodiscard]] transcode::StoredValues open_unchunked(model::Source& input, model::VariableId id);

/// Opens the values of a variable in the way that needs the I/O thread least. throws: as
/// open_unchunked.
[[nodiscard]] transcode::StoredValues open_values(model::Source& input, model::VariableId id,
                                                  plugin::KernelChains& chains);

// ---- Scans ----

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

/// Scans values tile by tile, on all threads. Results of tiles are taken in order, so the result is
/// the same for any number of threads. Tiles that must contain neighbours depend only on the
/// variable, so their result is the same for any memory, too; other tiles are smaller if memory is
/// short.
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

  /// Returns the most memory that a scan used.
  [[nodiscard]] std::uint64_t peak_bytes() const noexcept { return peak_bytes_; }

 private:
  model::Source& input_;
  transcode::Resources resources_;
  std::uint64_t peak_bytes_ = 0;
  plugin::KernelChains chains_;
  std::optional<transcode::TileReader> reader_;
};

}  // namespace ncf::ops
