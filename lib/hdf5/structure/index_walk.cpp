// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/structure/index_walk.hpp"

#include <algorithm>

#include "base/threads/stop.hpp"

namespace ncf::hdf5 {
namespace {

constexpr std::size_t mask_bytes = 4;

}  // namespace

void IndexWalk::visit(std::span<const std::uint64_t> coordinates, model::FileRange place) {
  base::throw_if_stopped();
  for (std::size_t i = 0; i < offset_.size(); ++i) {
    if (__builtin_mul_overflow(coordinates[i], shape.chunk[i], &offset_[i])) {
      throw_damaged_index("it has a chunk where no dataset has one");
    }
  }
  place.begin = sum(file.begin(), place.begin);
  visit_(offset_, place);
}

ChunkEntry::ChunkEntry(Kind kind, std::uint64_t bytes, const IndexWalk& walk)
    : chunk_bytes_(walk.shape.chunk_bytes) {
  constexpr std::uint64_t max_size_bytes = 8;
  const std::uint64_t least_bytes =
      walk.file.sizes().address + (kind == Kind::filtered ? mask_bytes : 0);
  const std::uint64_t size_bytes = bytes - std::min(bytes, least_bytes);
  const bool has_size = size_bytes > 0 && size_bytes <= max_size_bytes;
  if (bytes < least_bytes || has_size != (kind == Kind::filtered)) {
    throw_damaged_index("its entries have a wrong size");
  }
  size_bytes_ = size_bytes;
}

std::optional<model::FileRange> ChunkEntry::read(IndexBlock& block) const {
  const auto address = block.address();
  std::uint64_t bytes = chunk_bytes_;
  if (size_bytes_ > 0) {
    bytes = block.number(size_bytes_);
    block.skip(mask_bytes);
  }
  return address ? std::optional(model::FileRange{*address, bytes}) : std::nullopt;
}

}  // namespace ncf::hdf5
