// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The orders in which a variable is walked: box by box within a budget (TileWalk), value by value
// in C order (COrderWalk), and chunk by chunk, shard after shard (ShardWalk); and chunks on servers
// announced ahead of a walk (ChunksAhead).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <optional>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/grid/box.hpp"
#include "model/grid/chunk_grid.hpp"

namespace ncf::transcode {

/// Returns the number of values to read or write in one call: as many as fit in `bytes`, from a
/// limited number of chunks because HDF5 needs about 6 kB for each chunk of a call. At least 1.
/// chunks: shapes on either side, empty if contiguous.
[[nodiscard]] std::size_t values_of_a_call(std::uint64_t bytes, std::size_t value_bytes,
                                           std::initializer_list<std::vector<std::size_t>> chunks);

/// Cuts a variable into boxes, in C order, so that each is within a budget and chunks are finished
/// one after another: a box consists of whole chunks, or is within one.
class TileWalk {
 public:
  /// shape: of the variable. chunk: shape of its chunks, empty if it is contiguous. max_values:
  /// limit for one box, at least 1.
  TileWalk(std::vector<std::size_t> shape, std::vector<std::size_t> chunk, std::size_t max_values);

  /// Returns the lengths of the largest boxes of whole chunks, which are cut into pieces if a chunk
  /// has too many values.
  [[nodiscard]] const std::vector<std::size_t>& tile() const noexcept { return tile_; }

  /// Returns the next box, or empty at the end. A scalar has one box.
  std::optional<model::Box> next();

 private:
  std::vector<std::size_t> shape_;
  std::vector<std::size_t> tile_;   ///< whole chunks
  std::vector<std::size_t> piece_;  ///< a part of a tile, or all of it
  std::vector<std::size_t> tile_start_;
  std::vector<std::size_t> piece_start_;  ///< in the variable
  bool done_ = false;
};

/// Returns the number of values in the smallest box of whole chunks whose values follow each other
/// in C order.
[[nodiscard]] std::size_t values_of_a_row(const std::vector<std::size_t>& shape,
                                          const std::vector<std::size_t>& chunk);

/// Cuts a variable into boxes so that their values, box after box, are the variable's values in C
/// order. For output that is written from the first value to the last.
class COrderWalk {
 public:
  /// shape: of the variable. chunk: shape of its chunks, empty if it is contiguous. max_values:
  /// limit for one box, at least 1. Boxes end at chunk borders where possible.
  COrderWalk(std::vector<std::size_t> shape, const std::vector<std::size_t>& chunk,
             std::size_t max_values);

  /// Returns the next box, or empty at the end. A scalar has one box.
  std::optional<model::Box> next();

 private:
  std::vector<std::size_t> shape_;
  std::vector<std::size_t> start_;
  std::size_t cut_ = 0;   ///< the dimension that is cut: later ones are whole, earlier ones 1 long
  std::size_t step_ = 1;  ///< length along `cut_`
  bool done_ = false;
};

/// Walks over the chunks or tiles of a grid shard by shard, so that shards are completed one after
/// another, in C order within each. A tile belongs to the shard in which it begins.
class ShardWalk {
 public:
  /// shard_shape: empty if there are no shards. some: the chunks to visit, in order, instead of
  /// all.
  ShardWalk(model::ChunkGrid grid, const std::vector<std::size_t>& shard_shape,
            std::optional<std::vector<std::size_t>> some = std::nullopt);

  /// Returns the number of the next chunk in the grid; empty at the end.
  std::optional<std::size_t> next();

 private:
  [[nodiscard]] std::vector<std::size_t> begin_shard();
  [[nodiscard]] std::size_t shard_of(std::size_t chunk) const;

  model::ChunkGrid grid_;
  std::optional<model::ChunkGrid> shards_;
  bool has_all_numbers_ = false;      ///< `numbers_` are all that is visited
  std::size_t begun_ = 0;             ///< shards
  std::vector<std::size_t> numbers_;  ///< of the chunks in the last shard
  std::size_t next_ = 0;              ///< in `numbers_`, or in the grid if it is walked in order
};

/// Announces chunks to a source whose answers take long, in the order in which they will be found.
/// They come in groups, one after the other: those of a tile, those of a box, or single ones. I/O
/// thread.
class ChunksAhead {
 public:
  /// Returns the numbers of the next group's chunks, in the order in which they are found; empty at
  /// the end.
  using Groups = std::function<std::optional<std::vector<std::size_t>>()>;

  /// source: must outlive this object. throws: Error, because it finds out which chunks exist.
  ChunksAhead(model::Source& source, model::VariableId variable, model::ChunkGrid grid,
              Groups groups);

  /// To be called before the chunks of a group are found. throws: Error.
  void begin_group();
  /// To be called before a chunk of this group is found, at least if the group is large: once the
  /// source has handed over chunks, it accepts further announcements. throws: Error.
  void will_find(std::size_t chunk);

 private:
  void announce();

  model::Source& source_;
  model::VariableId variable_;
  model::ChunkGrid grid_;
  Groups groups_;
  std::size_t taken_ = 0;            ///< groups
  std::size_t begun_ = 0;            ///< groups
  std::deque<std::size_t> waiting_;  ///< chunks of the last group taken, not announced yet
};

/// Returns groups of one chunk each.
[[nodiscard]] ChunksAhead::Groups single_chunks(ShardWalk walk);

}  // namespace ncf::transcode
