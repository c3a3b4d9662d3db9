// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The positions of a variable's chunks, and slabs in which its elements are read. Pure arithmetic;
// any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/grid/box.hpp"

namespace ncf::model {

/// Returns how many chunks cover a dimension.
[[nodiscard]] constexpr std::size_t chunks_along(std::size_t length, std::size_t chunk) noexcept {
  return length / chunk + (length % chunk > 0 ? 1 : 0);
}

/// The chunks that cover an extent, numbered in C order; those at the end may extend beyond it.
class ChunkGrid {
 public:
  /// Both arguments have one length per dimension; chunk lengths are above 0.
  ChunkGrid(std::vector<std::size_t> extent, std::vector<std::size_t> chunk_shape);

  [[nodiscard]] const std::vector<std::size_t>& extent() const noexcept { return extent_; }
  [[nodiscard]] const std::vector<std::size_t>& chunk_shape() const noexcept {
    return chunk_shape_;
  }

  /// Returns 0 if a length of the extent is 0; 1 for a scalar.
  [[nodiscard]] std::size_t chunk_count() const noexcept { return chunk_count_; }

  /// Returns the number of elements in a chunk.
  [[nodiscard]] std::size_t chunk_values() const noexcept { return value_count(chunk_shape_); }

  /// Returns the chunk coordinates: the position along each dimension, counted in chunks.
  [[nodiscard]] std::vector<std::size_t> numbers(std::size_t chunk) const;

  /// Returns the position of the first element of a chunk.
  [[nodiscard]] std::vector<std::size_t> offset(std::size_t chunk) const;

  /// Returns the number of the chunk that contains the element at `position`; empty if that is
  /// beyond the extent.
  [[nodiscard]] std::optional<std::size_t> find_chunk_at(
      std::span<const std::size_t> position) const;

  /// Returns the box of a whole chunk, including its part beyond the extent.
  [[nodiscard]] Box chunk_box(std::size_t chunk) const { return {offset(chunk), chunk_shape_}; }

  /// Returns the part of `box` within the extent.
  [[nodiscard]] Box within(const Box& box) const {
    return intersection(box, {std::vector<std::size_t>(extent_.size(), 0), extent_});
  }

  /// Returns the numbers of the chunks that share elements with `box`, in order. The box must be
  /// within the extent.
  [[nodiscard]] std::vector<std::size_t> chunks_of(const Box& box) const;

 private:
  std::vector<std::size_t> extent_;
  std::vector<std::size_t> chunk_shape_;
  std::vector<std::size_t> counts_;  ///< chunks along each dimension
  std::size_t chunk_count_ = 1;
};

/// Returns the numbers of the chunks of another grid that share elements with these chunks of
/// `grid`, in order. others: a grid of the same variable, no shorter than `grid`.
[[nodiscard]] std::vector<std::size_t> chunks_sharing(const ChunkGrid& grid,
                                                      std::span<const std::size_t> chunks,
                                                      const ChunkGrid& others);

// ---- Slabs: boxes in which elements are read, so that they take little memory -------------------

/// Returns the largest contiguous shape of at most `max_bytes`, and of at least one element.
[[nodiscard]] std::vector<std::size_t> slab_shape(const std::vector<std::size_t>& extent,
                                                  std::size_t element_bytes,
                                                  std::uint64_t max_bytes);

/// Returns the same, but of adjacent whole chunks, at least one.
[[nodiscard]] std::vector<std::size_t> slab_of_chunks(const std::vector<std::size_t>& extent,
                                                      std::vector<std::size_t> chunk_shape,
                                                      std::size_t element_bytes,
                                                      std::uint64_t max_bytes);

}  // namespace ncf::model
