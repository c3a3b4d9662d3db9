// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dataset/decoded_chunks.hpp"

#include <iterator>

namespace ncf::ops {

DecodedChunks::Chunk DecodedChunks::find(model::VariableId id, std::size_t number) {
  const auto found = places_.find({id, number});
  if (found == places_.end()) return nullptr;
  held_.splice(held_.end(), held_, found->second);
  return found->second->chunk;
}

DecodedChunks::Chunk DecodedChunks::add(model::VariableId id, std::size_t number,
                                        std::size_t bytes) {
  while (!held_.empty() && bytes_ + bytes > max_bytes_) {
    bytes_ -= held_.front().chunk->bytes().size();
    places_.erase(held_.front().name);
    held_.pop_front();
  }
  auto chunk = std::make_shared<base::ByteBuffer>();
  chunk->reserve(bytes);
  held_.push_back({{id, number}, chunk});
  places_.emplace(Name{id, number}, std::prev(held_.end()));
  bytes_ += chunk->bytes().size();
  return chunk;
}

void DecodedChunks::clear() noexcept {
  places_.clear();
  held_.clear();
  bytes_ = 0;
}

}  // namespace ncf::ops
