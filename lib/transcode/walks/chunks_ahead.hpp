// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Announces chunks to a source whose answers take long, in the order in which they will be found.
// They come in groups, one after the other: those of a tile, those of a box, or single ones. I/O
// thread.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/grid/chunk_grid.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::transcode {

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
