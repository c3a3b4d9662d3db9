// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/chunks_ahead.hpp"

#include <utility>

namespace ncf::transcode {
namespace {

/// Enough for any number of connections, even if small chunks in a shard are requested together.
constexpr std::size_t max_groups_ahead = 16384;

}  // namespace

ChunksAhead::ChunksAhead(model::Source& source, model::VariableId variable, model::ChunkGrid grid,
                         Groups groups)
    : source_(source), variable_(variable), grid_(std::move(grid)), groups_(std::move(groups)) {
  (void)source_.stored_chunk_count(variable_);  // all chunks at once, not one after the other
}

void ChunksAhead::begin_group() {
  ++begun_;
  if (taken_ < begun_) waiting_.clear();  // of a group that has already been found
  announce();
}

void ChunksAhead::will_find(std::size_t chunk) {
  if (taken_ == begun_ && !waiting_.empty() && waiting_.front() == chunk) waiting_.pop_front();
  announce();
}

void ChunksAhead::announce() {
  while (true) {
    while (!waiting_.empty()) {
      if (!source_.announce(variable_, grid_.offset(waiting_.front()))) return;
      waiting_.pop_front();
    }
    if (taken_ >= begun_ + max_groups_ahead) return;
    const auto group = groups_();
    if (!group) return;
    if (++taken_ >= begun_) waiting_.assign(group->begin(), group->end());
  }
}

ChunksAhead::Groups single_chunks(ShardWalk walk) {
  return [walk = std::move(walk)]() mutable -> std::optional<std::vector<std::size_t>> {
    const auto chunk = walk.next();
    return chunk ? std::optional(std::vector{*chunk}) : std::nullopt;
  };
}

}  // namespace ncf::transcode
