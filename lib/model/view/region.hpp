// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the elements of a view's variable are in variables of its sources: boxes of elements at
// regular distances. Pure arithmetic; any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "model/grid/box.hpp"

namespace ncf::model {

/// Elements of a dimension: element `to + i` of the view is element `from + i * step` of a source.
struct Segment {
  std::size_t to = 0;
  std::size_t count = 0;
  std::size_t from = 0;
  std::size_t step = 1;

  [[nodiscard]] std::size_t source_of(std::size_t element) const noexcept {
    return from + (element - to) * step;
  }
};

/// The segments of each dimension, ascending and without gaps. Together they cut a variable into
/// boxes. Along one dimension, sources may be joined: each segment is then in one of them.
struct RegionGrid {
  std::vector<std::vector<Segment>> axes;
  std::optional<std::size_t> joined_axis = {};
  bool is_new_axis = false;  ///< the sources' variables do not have the joined dimension

  /// Adds a length of 1 to those of a source's variable if it does not have the joined dimension.
  void add_new_axis(std::vector<std::size_t>& lengths) const;

  /// Returns whether the sources' variables do not have a dimension.
  [[nodiscard]] bool is_new(std::size_t axis) const noexcept {
    return is_new_axis && axis == joined_axis;
  }

  /// Returns the number of the joined segment that contains an element.
  [[nodiscard]] std::size_t joined_segment(std::span<const std::size_t> element) const;

  /// Returns the position of an element in the variable of its source.
  [[nodiscard]] std::vector<std::size_t> position_in_source(
      std::span<const std::size_t> element) const;

  /// Returns the position in the view of an element of the source of a joined segment; empty if it
  /// is not in the view.
  [[nodiscard]] std::optional<std::vector<std::size_t>> find_in_view(
      std::span<const std::size_t> position, std::size_t joined_segment) const;

  /// Sets the lengths of a source's dimensions to 1 where the view leaves elements out, except for
  /// the last dimension.
  void cut_at_gaps(std::span<std::size_t> lengths) const;

  /// Returns whether every element is at the same position in a single source, which has no others.
  /// shape: of the variable there.
  [[nodiscard]] bool is_all_of(std::span<const std::size_t> shape) const;
};

/// A part of a view's variable within one chunk of a source's variable.
struct Cell {
  Box box;        ///< in the view
  Box chunk;      ///< in the source; may extend beyond the variable
  Comb in_chunk;  ///< the elements, counted from the first of the chunk
  Box in_source;  ///< the smallest box in the source with all elements

  /// Returns where the elements are in `in_source`.
  [[nodiscard]] Comb comb_in_source() const;
  /// Copies them from the elements of `in_source` to memory without gaps.
  void copy_from_source(const std::byte* source, std::byte* target, const Element& element) const;
};

/// A range of segments of the joined dimension. Without such a dimension, everything is in segment
/// 0.
struct SegmentRange {
  std::size_t begin = 0;
  std::size_t end = 1;
};

/// Returns the segments that share elements with a box.
[[nodiscard]] SegmentRange segments_of(const RegionGrid& grid, const Box& box);

/// Calls `visit` for the cells of `box` in a segment of the joined dimension, in the order of the
/// source's chunks. chunk_shape: of the source's variable.
void for_each_cell(const RegionGrid& grid, std::size_t segment, const Box& box,
                   const std::vector<std::size_t>& chunk_shape,
                   const std::function<void(const Cell&)>& visit);

/// Returns whether chunks of the sources are chunks of the view, at positions that the view's grid
/// has, without elements of others. extents: of the source's variable for each joined segment.
[[nodiscard]] bool fits_chunks(const RegionGrid& grid, const std::vector<std::size_t>& chunk_shape,
                               const std::vector<std::vector<std::size_t>>& extents);

}  // namespace ncf::model
