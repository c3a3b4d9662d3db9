// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What fixed and extensible arrays have in common: an entry for each chunk that there is room for,
// in the order of chunks, and pages of entries that are made when they are needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hdf5/structure/index_walk.hpp"

namespace ncf::hdf5 {

/// Reads the version of a structure and the kind of its entries. throws: Error(corrupt) if either
/// is unknown.
[[nodiscard]] ChunkEntry::Kind read_kind(IndexBlock& block);

/// Returns 2 to the power of a number that a file states. throws: Error(corrupt) if it is too
/// large.
[[nodiscard]] std::uint64_t power_of_two(std::uint64_t exponent);

/// Says which pages were made.
class PageBits {
 public:
  /// Reads a bit for each page, in whole bytes.
  PageBits(IndexBlock& block, std::uint64_t bytes);

  [[nodiscard]] bool operator[](std::uint64_t page) const {
    return (bytes_[page / 8] >> (7 - page % 8) & 1U) != 0;
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// Walks over entries of an array.
class ArrayEntries {
 public:
  /// slowest: the dimension along which the numbers of chunks grow slowest.
  ArrayEntries(IndexWalk& walk, const ChunkEntry& entry, std::size_t slowest);

  /// Visits the chunks of entries. first: the number of the first of them in the array.
  void visit(IndexBlock& block, std::uint64_t first, std::uint64_t count);

 private:
  void find_coordinates(std::uint64_t number);

  IndexWalk& walk_;
  ChunkEntry entry_;
  std::size_t slowest_;
  std::vector<std::uint64_t> counts_;  ///< of chunks along each dimension
  std::vector<std::uint64_t> coordinates_;
};

}  // namespace ncf::hdf5
