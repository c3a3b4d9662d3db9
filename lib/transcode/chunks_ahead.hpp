// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Announces the chunks of boxes to a source whose answers take long, before the boxes are read. I/O
// thread.
#pragma once

#include <cstddef>
#include <deque>
#include <unordered_set>

#include "model/chunk_grid.hpp"
#include "model/source.hpp"
#include "transcode/c_order_walk.hpp"

namespace ncf::transcode {

class ChunksAhead {
 public:
  /// walk: over the boxes of a chunked variable in the order in which they are read. The source
  /// outlives this object. throws: Error, because it finds out which chunks exist.
  ChunksAhead(model::Source& source, model::VariableId variable, model::ChunkGrid grid,
              COrderWalk walk);

  /// To be called before each box is read. throws: Error.
  void will_read_next();

 private:
  model::Source& source_;
  model::VariableId variable_;
  model::ChunkGrid grid_;
  COrderWalk walk_;
  std::size_t walked_ = 0;                     ///< boxes
  std::size_t begun_ = 0;                      ///< boxes
  std::deque<std::size_t> waiting_;            ///< chunks of the last box walked
  std::unordered_set<std::size_t> seen_ = {};  ///< a chunk of several boxes is read once
};

}  // namespace ncf::transcode
