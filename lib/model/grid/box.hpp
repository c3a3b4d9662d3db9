// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
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

}  // namespace ncf::model
