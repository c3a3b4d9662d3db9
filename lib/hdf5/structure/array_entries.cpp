// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/structure/array_entries.hpp"

namespace ncf::hdf5 {

ChunkEntry::Kind read_kind(IndexBlock& block) {
  const std::uint64_t version = block.number(1);
  const std::uint64_t kind = block.number(1);
  if (version != 0 || kind > 1) throw_damaged_index("a part of it is of an unknown kind");
  return kind == 0 ? ChunkEntry::Kind::plain : ChunkEntry::Kind::filtered;
}

std::uint64_t power_of_two(std::uint64_t exponent) {
  if (exponent >= 64) throw_damaged_index("it would be too large");
  return std::uint64_t{1} << exponent;
}

PageBits::PageBits(IndexBlock& block, std::uint64_t bytes) {
  bytes_.reserve(bytes);
  for (; bytes > 0; --bytes) bytes_.push_back(static_cast<std::uint8_t>(block.number(1)));
}

ArrayEntries::ArrayEntries(IndexWalk& walk, const ChunkEntry& entry, std::size_t slowest)
    : walk_(walk), entry_(entry), slowest_(slowest), coordinates_(walk.shape.chunk.size()) {
  for (std::size_t i = 0; i < coordinates_.size(); ++i) {
    const std::size_t length = walk.shape.most[i];
    const std::size_t chunk = walk.shape.chunk[i];
    counts_.push_back(length / chunk + (length % chunk > 0 ? 1 : 0));
    if (counts_.back() == 0) throw_damaged_index("the dataset can have no chunks");
  }
}

void ArrayEntries::visit(IndexBlock& block, std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t number = first; number < first + count; ++number) {
    const auto place = entry_.read(block);
    if (!place) continue;
    find_coordinates(number);
    walk_.visit(coordinates_, *place);
  }
}

void ArrayEntries::find_coordinates(std::uint64_t number) {
  for (std::size_t i = coordinates_.size(); i-- > 0;) {
    if (i == slowest_) continue;
    coordinates_[i] = number % counts_[i];
    number /= counts_[i];
  }
  coordinates_[slowest_] = number;
}

}  // namespace ncf::hdf5
