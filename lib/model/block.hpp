// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks of elements in memory, each a box of a variable in C order, and what they have in common
// moved from one to the other. Any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "model/box.hpp"

namespace ncf::model {

/// How an element is moved.
struct Element {
  std::size_t bytes = 1;
  bool is_swapped = false;  ///< its bytes are put in the opposite order on the way
};

/// Returns the indices in the variable of an element of a box, whose elements are counted in C
/// order.
[[nodiscard]] std::vector<std::size_t> place_of(const Box& box, std::size_t element);

/// Copies the elements of `part`, which lies in both blocks.
/// from, to: the boxes of which `source` and `target` hold the elements. They do not overlap.
void copy_part(const Box& part, const Box& from, const std::byte* source, const Box& to,
               std::byte* target, const Element& element);

/// Fills the elements of `part`, a part of `to`, with a value in its stored form.
void fill_part(const Box& part, std::span<const std::byte> value, const Box& to, std::byte* target);

/// Elements that follow each other in two blocks. All counted in elements.
struct Run {
  std::size_t from;
  std::size_t to;
  std::size_t count;
};

/// Calls `visit` for all runs of `part`, which lies in both blocks: for elements that are not
/// simply bytes.
void for_each_run(const Box& part, const Box& from, const Box& to,
                  const std::function<void(const Run&)>& visit);

/// Puts the bytes of each element in the opposite order.
void swap_elements(std::span<std::byte> elements, std::size_t element_bytes);

}  // namespace ncf::model
