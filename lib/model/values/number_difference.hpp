// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>

#include "model/types/type.hpp"

namespace ncf::model {

/// Returns second - first. A small difference is exact, even for integers that a double cannot
/// hold.
template <class Number>
double difference(Number first, Number second) noexcept {
  if constexpr (std::is_integral_v<Number> && sizeof(Number) >= sizeof(double)) {
    using Unsigned = std::make_unsigned_t<Number>;
    const auto a = static_cast<Unsigned>(first);
    const auto b = static_cast<Unsigned>(second);
    return second < first ? -static_cast<double>(a - b) : static_cast<double>(b - a);
  } else if constexpr (sizeof(Number) > sizeof(double)) {
    return static_cast<double>(second - first);
  } else {
    return static_cast<double>(second) - static_cast<double>(first);
  }
}

/// Returns whether `count` values of a type are equal. Strings and vlens are compared by content,
/// numbers by bits, compounds by their fields. Any thread.
[[nodiscard]] bool equal_values(const Type& type, const std::byte* a, const std::byte* b,
                                std::size_t count);

}  // namespace ncf::model
