// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/chunks_ahead.hpp"

#include <utility>

namespace ncf::transcode {
namespace {

/// Enough for any number of connections, even if small chunks in a shard are requested together.
constexpr std::size_t max_boxes_ahead = 16384;

}  // namespace

ChunksAhead::ChunksAhead(model::Source& source, model::VariableId variable, model::ChunkGrid grid,
                         COrderWalk walk)
    : source_(source), variable_(variable), grid_(std::move(grid)), walk_(std::move(walk)) {
  (void)source_.stored_chunk_count(variable_);  // all chunks at once, not one after the other
}

void ChunksAhead::will_read_next() {
  if (walked_ <= begun_) waiting_.clear();  // they are being read
  ++begun_;
  while (true) {
    while (!waiting_.empty()) {
      if (!source_.announce(variable_, grid_.offset(waiting_.front()))) return;
      waiting_.pop_front();
    }
    if (walked_ >= begun_ + max_boxes_ahead) return;
    const auto box = walk_.next();
    if (!box) return;
    const bool is_read_already = ++walked_ < begun_;
    for (const std::size_t chunk : grid_.chunks_of(*box)) {
      if (seen_.insert(chunk).second && !is_read_already) waiting_.push_back(chunk);
    }
  }
}

}  // namespace ncf::transcode
