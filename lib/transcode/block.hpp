// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks of elements in memory, each a hyperrectangle of a variable in C order, and what they have
// in common moved from one to the other. Any thread.
#pragma once

#include <cstddef>
#include <span>

#include "model/dataset.hpp"

namespace ncf::transcode {

/// The part two boxes of equal rank share; a count is 0 where they share nothing.
[[nodiscard]] model::Box intersection(const model::Box& a, const model::Box& b);

/// What an element is when it is moved.
struct Element {
  std::size_t bytes = 1;
  bool is_swapped = false;  ///< its bytes are put in the opposite order on the way
};

/// Copies the elements of `part`, which lies in both blocks.
/// from, to: the boxes of which `source` and `target` hold the elements. They do not overlap.
void copy_part(const model::Box& part, const model::Box& from, const std::byte* source,
               const model::Box& to, std::byte* target, const Element& element);

/// Gives the elements of `part`, which lies in `to`, a value, as it is to be stored.
void fill_part(const model::Box& part, std::span<const std::byte> value, const model::Box& to,
               std::byte* target);

/// Puts the bytes of each element in the opposite order.
void swap_elements(std::span<std::byte> elements, std::size_t element_bytes);

}  // namespace ncf::transcode
