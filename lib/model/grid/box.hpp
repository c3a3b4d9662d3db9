// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Boxes of a variable, and blocks of elements in memory, each a box in C order. Copies the
// elements that two blocks have in common. Any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "base/library/module_api.hpp"

namespace ncf::model {

/// Returns the number of values in a block with these lengths; 1 if there are no dimensions.
[[nodiscard]] NCF_MODULE_API std::size_t value_count(std::span<const std::size_t> lengths) noexcept;

/// A hyperrectangle of a variable, one start and one count per dimension, in C order. A scalar's
/// box has no dimensions and contains one value.
struct Box {
  std::vector<std::size_t> start;
  std::vector<std::size_t> count;

  [[nodiscard]] std::size_t value_count() const noexcept { return model::value_count(count); }
};

/// Returns the part that two boxes of equal rank share; a count is 0 if they share nothing.
[[nodiscard]] Box intersection(const Box& a, const Box& b);

/// Returns the elements of `whole` outside `part`, a box with elements in it, as boxes that share
/// nothing.
[[nodiscard]] std::vector<Box> difference(const Box& whole, const Box& part);

/// Returns whether an element, given by one index per dimension, is in a box.
[[nodiscard]] bool contains(const Box& box, const std::vector<std::size_t>& element) noexcept;

/// Compares chunk coordinates in C order, for maps. (In libstdc++ 12 on big-endian machines,
/// std::vector's own operators compare only the first bytes of unsigned integers.)
struct COrder {
  [[nodiscard]] bool operator()(const std::vector<std::size_t>& a,
                                const std::vector<std::size_t>& b) const noexcept {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }
};

/// How an element is copied.
struct Element {
  std::size_t bytes = 1;
  bool is_swapped = false;  ///< its bytes are reversed
};

/// Returns the indices in the variable of an element of a box, whose elements are counted in C
/// order.
[[nodiscard]] std::vector<std::size_t> indices_of(const Box& box, std::size_t element);

/// Copies the elements of `part`, which is within both blocks.
/// from, to: the boxes whose elements `source` and `target` hold. The memory does not overlap.
void copy_part(const Box& part, const Box& from, const std::byte* source, const Box& to,
               std::byte* target, const Element& element);

/// Elements of a block at regular distances: `count` of them along each dimension, every `step`-th
/// from `first` on.
struct Comb {
  std::vector<std::size_t> first;
  std::vector<std::size_t> step;
  std::vector<std::size_t> count;
};

/// Copies the elements of `comb`, in a block of `shape`, to memory without gaps.
void copy_comb(const Comb& comb, std::span<const std::size_t> shape, const std::byte* source,
               std::byte* target, const Element& element);

/// Does the same for elements that are not simply bytes: calls `copy` with the number of an element
/// in the block and that in the memory.
void for_each_of_comb(const Comb& comb, std::span<const std::size_t> shape,
                      const std::function<void(std::size_t from, std::size_t to)>& copy);

/// Fills the elements of `part`, a part of `to`, with a value in its stored form.
void fill_part(const Box& part, std::span<const std::byte> value, const Box& to, std::byte* target);

/// Elements that are contiguous in two blocks. All counts are in elements.
struct Run {
  std::size_t from;
  std::size_t to;
  std::size_t count;
};

/// Calls `visit` for all runs of `part`, which is within both blocks. For elements that are not
/// simply bytes.
void for_each_run(const Box& part, const Box& from, const Box& to,
                  const std::function<void(const Run&)>& visit);

/// Reverses the bytes of each element.
void swap_elements(std::span<std::byte> elements, std::size_t element_bytes);

}  // namespace ncf::model
