// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the values of variables, one after another. The calling thread reads tiles of both
// datasets; workers decode and compare them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/dataset/source.hpp"
#include "ncf/compare.hpp"
#include "ops/compare/tile_comparison.hpp"
#include "ops/definitions/compare_scope.hpp"
#include "ops/rounding/bounds.hpp"
#include "ops/values/tiling.hpp"
#include "ops/values/written_tiles.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/values/tile_reader.hpp"
#include "transcode/walks/tile_plan.hpp"

namespace ncf::ops {

/// Compares the values of a box of both variables, in C order, on a worker thread. The function
/// that it returns is called on the I/O thread, in the order of the tiles.
using LookAtTiles = std::function<std::function<void()>(
    const model::Box& box, const std::byte* first, const std::byte* second)>;

class VariableComparer {
 public:
  /// All arguments must outlive this. on_compared: called with the bytes of the first variable's
  /// values that were compared. maps: the number of variables that may get a map of errors.
  VariableComparer(model::Source& first, model::Source& second,
                   const transcode::Resources& resources, const CompareOptions& options,
                   std::size_t maps, std::function<void(std::uint64_t)> on_compared);

  /// Compares a variable of both datasets. If its values cannot be read, the result contains the
  /// reason.
  /// throws: Error(interrupted) when stopped; Error(usage) if the memory is not enough.
  [[nodiscard]] ComparedVariable compare(const VariablePair& pair, const ErrorLimit& limit);

 private:
  /// One of the two variables.
  struct Side {
    transcode::StoredValues values;
    TiledVariable tiled;
  };

  void compare_values(const VariablePair& pair, const ErrorLimit& limit, ComparedVariable& result);
  [[nodiscard]] Side open(model::Source& source, model::VariableId id);
  void check_levels(const VariablePair& pair, ComparedVariable& result);
  /// Names places and the axes of the map by coordinates of the first dataset.
  void name_places(const VariablePair& pair, std::optional<ErrorMapAxes>& axes,
                   ComparedVariable& result);
  /// The chunks that the two variables store, if neither stores most of its values.
  struct WrittenOfBoth {
    WrittenChunks first;
    WrittenChunks second;

    [[nodiscard]] std::vector<std::size_t> tiles_of(const model::ChunkGrid& tiles) const {
      return find_written_tiles(first, second, tiles);
    }
  };
  [[nodiscard]] std::optional<WrittenOfBoth> find_written(const VariablePair& pair);

  /// What is to be read of two variables.
  struct Tiles {
    Tiling tiling;
    /// The numbers of the tiles to read, if a pair of the values in other tiles stands for all of
    /// them.
    std::optional<std::vector<std::size_t>> written;
  };
  [[nodiscard]] Tiles plan(const VariablePair& pair, const Side& first, const Side& second);
  void require_memory(const Tiling& tiling, const std::string& path) const;
  [[nodiscard]] transcode::TileReader& reader_with(std::size_t threads);
  /// Calls `look` for all tiles, or those with these numbers.
  void look_at_tiles(const LookAtTiles& look, const Side& first, const Side& second,
                     const Tiling& tiling, std::optional<std::vector<std::size_t>> numbers);
  /// Reads a box on this thread, after all tiles.
  [[nodiscard]] transcode::BoxValues read(const Side& side, const model::Box& box) {
    return side.values.read(box, reader_->scratch(0));
  }
  /// Compares all values. axes: of the map of errors, or null.
  [[nodiscard]] TileResult compare_tiles(const VariablePair& pair, const TileComparison& comparison,
                                         const ErrorMapAxes* axes, Side& first, Side& second);
  /// Returns the findings of values that neither variable stores. position: of the first one.
  /// axes, counts: of the map of errors, and how many there are in each cell, if there is one.
  [[nodiscard]] TileResult compare_unwritten(const TileComparison& comparison, Side& first,
                                             Side& second, std::vector<std::size_t> position,
                                             std::size_t count, const ErrorMapAxes* axes,
                                             const std::vector<std::uint64_t>& counts);

  model::Source& first_;
  model::Source& second_;
  transcode::Resources resources_;
  const CompareOptions& options_;
  std::size_t maps_;
  std::function<void(std::uint64_t)> on_compared_;
  plugin::KernelChains chains_;
  std::optional<transcode::TileReader> reader_;
};

}  // namespace ncf::ops
