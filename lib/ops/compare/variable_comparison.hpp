// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares variables of two datasets: as they are stored, which costs much less than decoding
// them, or value by value.
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
#include "plugin/plugin_filters.hpp"
#include "transcode/values/tile_reader.hpp"
#include "transcode/walks/resources.hpp"

namespace ncf::ops {

/// Returns whether two chunked variables of the same shape have equal values because their stored
/// bytes are equal and mean the same, by the proof of passthrough and because the same values mark
/// missing data. Reads up to the first difference, on all threads of `reader`, and decodes nothing;
/// false proves nothing. I/O thread only. throws: Error.
[[nodiscard]] bool have_equal_stored_bytes(const VariableOf& first, const VariableOf& second,
                                           transcode::TileReader& reader);

/// Compares the values of variables, one after another. The calling thread reads tiles of both
/// datasets; workers decode and compare them.
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
  struct Sides {
    Side first;
    Side second;
    std::optional<WrittenOfBoth> chunks;  ///< those that are stored, if they are few
  };
  /// What is to be read of two variables.
  struct Tiles {
    Tiling tiling;
    /// The numbers of the tiles to read, if a pair of the values in other tiles stands for all of
    /// them.
    std::optional<std::vector<std::size_t>> written = {};
  };
  /// Compares the values of a box of both variables, in C order, on a worker thread. The function
  /// that it returns is called on the I/O thread, in the order of the tiles.
  using LookAtTiles = std::function<std::function<void()>(
      const model::Box& box, const std::byte* first, const std::byte* second)>;

  void compare_values(const VariablePair& pair, const ErrorLimit& limit, ComparedVariable& result);
  [[nodiscard]] Side open(model::Source& source, model::VariableId id);
  /// Compares all values. axes: of the map of errors, or null.
  [[nodiscard]] TileResult compare_tiles(const std::string& path, const TileComparison& comparison,
                                         const ErrorMapAxes* axes, const Sides& sides);
  void check_levels(const VariablePair& pair, const Sides& sides, ComparedVariable& result);
  /// Names places and the axes of the map by coordinates of the first dataset.
  void name_places(const VariablePair& pair, std::optional<ErrorMapAxes>& axes,
                   ComparedVariable& result);
  [[nodiscard]] Tiles plan(const std::string& path, const Sides& sides);
  void require_memory(const Tiling& tiling, const std::string& path) const;
  [[nodiscard]] transcode::TileReader& reader_with(std::size_t threads);
  /// Calls `look` for the tiles to read. Returns the others.
  std::optional<UnwrittenTiles> look_at_tiles(const LookAtTiles& look, const Sides& sides,
                                              const Tiles& tiles);
  /// Reads a box on this thread, after all tiles, and returns what `look` returns for its values.
  template <class Look>
  [[nodiscard]] auto look_at(const Sides& sides, const model::Box& box, const Look& look) {
    const auto first = sides.first.values.read(box, reader_->scratch(0));
    const auto second = sides.second.values.read(box, reader_->scratch(0));
    return look(box, first.bytes().data(), second.bytes().data());
  }

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
