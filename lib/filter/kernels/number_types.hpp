// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A library's types for the numeric elements of variables.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "filter/kernels/kernel.hpp"

namespace ncf::filter {

template <class Type>
struct NumberTypes {
  std::array<Type, 4> integers;  ///< of 1, 2, 4 and 8 bytes
  std::array<Type, 2> floats;    ///< of 4 and 8 bytes
  Type none;                     ///< returned by `of` if the library has no such number

  [[nodiscard]] Type of(const ChunkLayout& layout) const noexcept {
    const std::size_t bytes = layout.element_bytes;
    if (!std::has_single_bit(bytes) || bytes > 8) return none;
    const auto exponent = static_cast<std::size_t>(std::countr_zero(bytes));
    if (layout.element_class == ncf_element_integer) return integers.at(exponent);
    if (layout.element_class == ncf_element_floating && bytes >= 4) return floats.at(exponent - 2);
    return none;
  }
};

}  // namespace ncf::filter
